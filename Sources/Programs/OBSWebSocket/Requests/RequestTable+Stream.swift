import SessionProtocol
import StudioCore

// Where the stream goes.
extension RequestTable {
    static let stream = [
        RequestRow(
            "GetStreamServiceSettings",
            "The address of the first network output, or the one that was set, without its key."
        ) { _, context in
            .answer([
                "streamServiceType": .text(StreamService.type),
                "streamServiceSettings": [
                    "server": .text(context.show.streamServer), "key": "", "use_auth": false,
                ],
            ])
        },
        RequestRow(
            "SetStreamServiceSettings",
            "`server` and `key` of `rtmp_custom`: the next `StartStream` sends there, instead of to the first network output.",
            fields: ["streamServiceType", "streamServiceSettings"]
        ) { request, context throws(RequestFailure) in
            let type = try request.text("streamServiceType")
            let settings = Request("", try request.object("streamServiceSettings"))
            guard StreamService.types.contains(type) else {
                throw RequestFailure(
                    .resourceCreationFailed,
                    "The type of the service is not known; expected rtmp_custom with server and key.")
            }
            let service = try parsed(settings)
            guard !context.show.outputs(of: .stream).contains(where: \.isRunning) else {
                throw RequestFailure(
                    .outputRunning, "You cannot change stream service settings while streaming.")
            }
            return .setService(service)
        },
    ]

    private static func parsed(_ settings: Request) throws(RequestFailure) -> StreamService {
        guard try settings.optionalFlag("use_auth") != true else {
            throw RequestFailure(
                .invalidRequestField, "A user and a password are part of the address: rtmp://user:password@host/app.")
        }
        let (server, key) = (try settings.text("server"), settings.optional("key")?.text ?? "")
        guard server.contains("://"), ShowOutput.Kind(server).group == .stream else {
            throw RequestFailure(
                .invalidRequestField, "The server must be an address such as rtmp://host/app, without its key.")
        }
        return StreamService(server: server, key: key)
    }
}

/// Where the next start of the stream sends to.
package struct StreamService: Hashable, Sendable, CustomStringConvertible {
    /// What is reported.
    static let type = "rtmp_custom"
    /// What is accepted: the address decides, not the name of a service.
    static let types: Set<String> = ["rtmp_custom", "rtmp_common"]

    let server: String
    /// Empty for an address without a key.
    let key: String

    /// The address of the output.
    var address: String {
        if key.isEmpty { return server }
        return server.hasSuffix("/") ? server + key : "\(server)/\(key)"
    }

    /// The address without secrets.
    package var description: String { AddressRedaction.redacted(address: address) }
}
