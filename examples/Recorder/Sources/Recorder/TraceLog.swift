import Foundation

/// Writes version 1 of the trace format of docs/traces.md: a header, then one JSON object per line.
///
/// Every member may be called from any thread.
final class TraceLog: @unchecked Sendable {
    // Safety: the file and the times are used on `queue`.
    private let queue = DispatchQueue(label: "recorder.trace")
    private let file: FileHandle
    private let start = DispatchTime.now().uptimeNanoseconds

    /// Creates the file.
    init(_ path: String) throws {
        guard FileManager.default.createFile(atPath: path, contents: nil) else {
            throw CocoaError(.fileWriteUnknown, userInfo: [NSFilePathErrorKey: path])
        }
        file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
        try write([
            "psstudioTrace": 1, "writer": "recorder", "interface": "production-studio", "clock": "system",
            "session": String(UInt64.random(in: 0 ... .max), radix: 16),
        ])
    }

    /// Seconds since the beginning. Calls of the SDK have no time stamps, so the time of the call is the best one.
    var time: Double { Double(DispatchTime.now().uptimeNanoseconds - start) / 1e9 }

    /// Appends a record with the current time.
    func record(_ event: String, _ fields: [String: Any] = [:]) {
        queue.sync {
            do {
                try write(fields.merging(["event": event, "time": time]) { own, _ in own })
            } catch {
                FileHandle.standardError.write(Data("recorder: cannot write the trace: \(error)\n".utf8))
                exit(1)
            }
        }
    }

    /// Appends a call of the app.
    func call(_ name: String, _ arguments: [String: Any] = [:], result: Any? = nil) {
        var fields: [String: Any] = ["name": name, "arguments": arguments]
        fields["result"] = result
        record("call", fields)
    }

    /// Appends a callback.
    func callback(_ name: String, _ arguments: [String: Any] = [:]) {
        record("callback", ["name": name, "arguments": arguments, "isReceived": true])
    }

    /// Completes the trace.
    func end() {
        record("end", ["unhashed": 0, "lost": 0])
    }

    private func write(_ object: [String: Any]) throws {
        var line = try JSONSerialization.data(withJSONObject: object, options: [.sortedKeys, .withoutEscapingSlashes])
        line.append(10)
        try file.write(contentsOf: line)
    }
}
