import SessionProtocol
import StudioCore
import StudioTestSupport

/// Parses the bytes of a client of a control socket.
enum ControlFuzzing {
    static func run(_ bytes: [UInt8]) throws {
        // In parts, whose length the bytes choose.
        var splitter = LineSplitter(limit: 4096)
        let length = max(1, Int(bytes.first ?? 1))
        var rest = bytes[...]
        while !rest.isEmpty {
            let part = Array(rest.prefix(length))
            rest = rest.dropFirst(part.count)
            for case .line(let line) in part.withUnsafeBytes({ splitter.append($0) }) { try parse(line) }
        }
    }

    private static func parse(_ line: [UInt8]) throws {
        let request: ControlRequest
        do throws(ControlRequest.Rejection) {
            request = try ControlRequest(line: line)
        } catch {
            // A rejected line is a valid outcome if one line says why.
            guard !error.error.message.isEmpty, !error.error.message.contains("\n") else {
                throw TestFailure("an error without its reason, or of several lines: \(error)")
            }
            return
        }
        // What was parsed can be written and parsed again.
        _ = try ControlRequest(line: JSONLineEncoder().bytes(request))
    }
}
