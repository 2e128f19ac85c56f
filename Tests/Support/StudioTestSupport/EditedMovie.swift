import Foundation

/// An MP4 file of ffmpeg with other edit lists: which parts of the media are shown.
package struct EditedMovie {
    /// The media file, whose header follows the media.
    private let bytes: [UInt8]

    package init(_ path: String) throws {
        bytes = try [UInt8](Data(contentsOf: URL(filePath: path)))
    }

    /// Writes a file in which every track shows these parts of its media. Returns its path.
    package func write(_ edits: [(at: Double, seconds: Double)], to path: String) throws -> String {
        let boxes = Self.boxes(bytes[...])
        guard let header = boxes.last, header.type == "moov" else { throw TestFailure("the header is not at the end") }
        let total = edits.reduce(0) { $0 + $1.seconds }
        let body = Self.boxes(header.body).flatMap { box -> [UInt8] in
            switch box.type {
            case "mvhd":
                Self.box(box.type, box.body.prefix(16) + Self.number(Int(total * 1000), 4) + box.body.dropFirst(20))
            case "trak": Self.box(box.type, Self.track(box.body, edits))
            default: Self.box(box.type, box.body)
            }
        }
        let media = boxes.dropLast().flatMap { Self.box($0.type, $0.body) }
        try Data(media + Self.box("moov", body)).write(to: URL(filePath: path))
        return path
    }

    private static func track(_ body: ArraySlice<UInt8>, _ edits: [(at: Double, seconds: Double)]) -> [UInt8] {
        let parts = boxes(body)
        let media = parts.first { $0.type == "mdia" }.map { boxes($0.body) } ?? []
        let scale = media.first { $0.type == "mdhd" }.map { value($0.body.dropFirst(12).prefix(4)) } ?? 1
        let old = parts.first { $0.type == "edts" }.flatMap { boxes($0.body).first }
        // Behind version, count and duration: where the first edit starts, behind the encoder's delay.
        let delay = old.map { value($0.body.dropFirst(12).prefix(4)) } ?? 0
        let entries = edits.flatMap { edit in
            number(Int(edit.seconds * 1000), 4) + number(delay + Int(edit.at * Double(scale)), 4) + [0, 1, 0, 0]
        }
        let list = box("edts", box("elst", [0, 0, 0, 0] + number(edits.count, 4) + entries))
        return parts.flatMap { $0.type == "edts" ? list : box($0.type, $0.body) }
    }

    private static func boxes(_ bytes: ArraySlice<UInt8>) -> [(type: String, body: ArraySlice<UInt8>)] {
        var (rest, found) = (bytes, [(type: String, body: ArraySlice<UInt8>)]())
        while rest.count >= 8 {
            let length = value(rest.prefix(4))
            guard length >= 8, length <= rest.count else { break }
            let type = String(decoding: rest.dropFirst(4).prefix(4), as: UTF8.self)
            found.append((type, rest.prefix(length).dropFirst(8)))
            rest = rest.dropFirst(length)
        }
        return found
    }

    private static func box(_ type: String, _ body: some Collection<UInt8>) -> [UInt8] {
        number(8 + body.count, 4) + Array(type.utf8) + body
    }

    private static func number(_ value: Int, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * (count - 1 - $0))) }
    }

    private static func value(_ bytes: some Collection<UInt8>) -> Int { bytes.reduce(0) { $0 << 8 | Int($1) } }
}
