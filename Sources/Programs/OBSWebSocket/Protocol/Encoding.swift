package import SessionProtocol

/// How the messages of a connection are encoded.
package enum Encoding: Hashable, Sendable, CaseIterable {
    /// JSON in text frames.
    case json
    /// MessagePack in binary frames.
    case messagePack

    /// The longest message that is accepted, in bytes; as on the control socket.
    package static let longestMessage = 1 << 20

    /// The WebSocket sub-protocol.
    package var subprotocol: String {
        switch self {
        case .json: "obswebsocket.json"
        case .messagePack: "obswebsocket.msgpack"
        }
    }

    /// Chooses by the sub-protocols that a client offers: the first one that is known. Without a known one, it is JSON, and the
    /// answer to the handshake names none.
    ///
    /// - Returns: the encoding, and the sub-protocol that the answer names.
    package static func choose(from offers: [String]) -> (encoding: Encoding, answer: String?) {
        for offer in offers {
            if let encoding = allCases.first(where: { $0.subprotocol == offer }) { return (encoding, offer) }
        }
        return (.json, nil)
    }

    package func frame(_ message: JSON) -> Frame {
        switch self {
        case .json: .text(message.encoded)
        case .messagePack: .binary(message.packed)
        }
    }

    /// The message of a frame.
    func message(_ frame: Frame) throws(Closing) -> JSON {
        if frame.bytes.count > Self.longestMessage { throw .tooLong }
        do throws(DecodingFailure) {
            switch (self, frame) {
            case (.json, .text(let bytes)): return try JSON(decoding: bytes)
            case (.messagePack, .binary(let bytes)): return try JSON(unpacking: bytes)
            case (.json, .binary): break
            case (.messagePack, .text): break
            }
        } catch {
            throw Closing(.messageDecodeError, "Unable to decode \(self == .json ? "Json" : "MsgPack"): \(error)")
        }
        throw self == .json ? .binaryOnJSON : .textOnMessagePack
    }
}

/// A message of WebSocket, complete: fragments were joined before.
package enum Frame: Hashable, Sendable {
    case text([UInt8])
    case binary([UInt8])

    package var bytes: [UInt8] {
        switch self {
        case .text(let bytes), .binary(let bytes): bytes
        }
    }
}
