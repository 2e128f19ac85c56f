import SessionProtocol
import StudioCore

// Where the stream goes.
extension Show {
    /// The output of the stream that clients set: the one that was added for it, or the first to the network.
    var serviceOutput: ShowOutput? {
        let outputs = outputs(of: .stream)
        return outputs.first { $0.number == serviceNumber } ?? outputs.first
    }

    /// The server without its key, as far as it is known.
    var streamServer: String {
        nextService?.description ?? serviceOutput?.address ?? ""
    }

    /// Clients have set where the next start of the stream sends to.
    mutating func set(_ service: StreamService) { nextService = service }

    /// The session has added the output.
    mutating func noteService(_ service: StreamService, output: Int) {
        serviceNumber = output
        // Another client may have set another one meanwhile.
        if nextService == service { nextService = nil }
    }
}
