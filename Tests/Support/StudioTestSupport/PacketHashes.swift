/// The hashes of the coded units of a file, in the order of the file: what it contains without its times and its container.
package struct PacketHashes: Hashable, Sendable {
    package let video: [Substring]
    package let audio: [Substring]

    package init(_ path: String) throws {
        (video, audio) = (try Self.read("v", path), try Self.read("a", path))
    }

    private static func read(_ track: String, _ path: String) throws -> [Substring] {
        let output = try Tool.run(
            "ffprobe",
            [
                "-v", "error", "-select_streams", track, "-show_packets", "-show_data_hash", "MD5", "-show_entries",
                "packet=data_hash", "-of", "csv=p=0", path,
            ])
        // The side data of a transport stream is printed behind each hash.
        return String(decoding: output, as: UTF8.self).split { $0.isWhitespace || $0 == "," }
            .filter { $0.hasPrefix("MD5:") }
    }
}
