import SessionControl

/// The running sessions.
struct SessionList: Encodable {
    struct Item: Encodable {
        let pid: Int32
        let program: String
        /// The version of psstudio in the session.
        let psstudio: String
        let sessionId: String
    }

    let itemCount: Int
    let items: [Item]

    init(_ links: [SessionLink]) {
        items = links.map { link in
            let greeting = link.greeting
            return Item(
                pid: greeting.pid, program: greeting.program, psstudio: greeting.psstudio, sessionId: greeting.sessionId
            )
        }
        itemCount = items.count
    }
}

/// The outputs of a session.
struct OutputList {
    let text: [UInt8]

    init(_ outputs: [[UInt8]]) {
        text =
            Array("{\"itemCount\":\(outputs.count),\"items\":[".utf8)
            + outputs.joined(separator: Array(",".utf8)) + Array("]}\n".utf8)
    }
}

/// The answer to a change: the reply of the session, and that a restart undoes it.
struct Change {
    enum Result {
        case reply(ArraySlice<UInt8>)
        /// Nothing was changed.
        case null
    }

    let text: [UInt8]

    init(_ result: Result) {
        let reply: ArraySlice<UInt8> =
            switch result {
            case .reply(let reply): reply
            case .null: Array("{\"done\":{}}".utf8)[...]
            }
        text = Array("{\"persistent\":false,\"reply\":".utf8) + reply + Array("}\n".utf8)
    }
}
