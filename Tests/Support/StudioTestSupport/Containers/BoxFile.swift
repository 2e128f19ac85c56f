import Foundation

/// The boxes of an MP4 file, read without psstudio's code.
package struct BoxFile: Sendable {
    /// A box (ISO/IEC 14496-12, 4.2).
    package struct Box: Sendable {
        package let type: String
        package let content: [UInt8]
        /// The offset of the content in the file, or in the outer box.
        package let offset: Int
        package let children: [Box]

        /// All boxes of a type inside of this one, at any depth.
        package func all(_ type: String) -> [Box] {
            children.flatMap { ($0.type == type ? [$0] : []) + $0.all(type) }
        }

        /// The big-endian number at an offset.
        package func number(_ offset: Int, _ count: Int = 4) -> Int {
            guard offset + count <= content.count else { return -1 }
            return content[offset..<offset + count].reduce(0) { $0 << 8 | Int($1) }
        }
    }

    package let boxes: [Box]

    /// Containers and the bytes before their first box.
    private static let containers = [
        "moov": 0, "trak": 0, "mdia": 0, "minf": 0, "stbl": 0, "edts": 0, "dinf": 0, "mvex": 0, "moof": 0, "traf": 0,
        "dref": 8, "stsd": 8, "avc1": 78, "mp4a": 28, "udta": 0,
    ]

    /// - Parameter isWhole: whether the last box must be complete.
    package init(_ path: String, isWhole: Bool = true) throws {
        let bytes = Array(try Data(contentsOf: URL(fileURLWithPath: path)))
        boxes = try Self.boxes(bytes[...], isWhole: isWhole)
    }

    /// The tracks in its index.
    package var tracks: [BoxTrack] {
        get throws { try boxes.filter { $0.type == "moov" }.flatMap { $0.all("trak") }.map { try BoxTrack($0) } }
    }

    private static func boxes(_ bytes: ArraySlice<UInt8>, isWhole: Bool = true) throws -> [Box] {
        var (boxes, rest): ([Box], ArraySlice<UInt8>) = ([], bytes)
        while !rest.isEmpty {
            guard rest.count >= 8 else {
                if !isWhole { break }
                throw TestFailure("\(rest.count) bytes are behind the last box")
            }
            var size = rest.prefix(4).reduce(0) { $0 << 8 | Int($1) }
            let type = String(decoding: rest.dropFirst(4).prefix(4), as: UTF8.self)
            let header = size == 1 ? 16 : 8
            if size == 1 { size = rest.dropFirst(8).prefix(8).reduce(0) { $0 << 8 | Int($1) } }
            if !isWhole, size > rest.count { break }
            guard size >= header, size <= rest.count else {
                throw TestFailure("the box '\(type)' has \(size) of \(rest.count) bytes")
            }
            let content = rest.prefix(size).dropFirst(header)
            let children = try containers[type].map { try Self.boxes(content.dropFirst($0)) } ?? []
            boxes.append(
                Box(
                    type: type, content: Array(content), offset: content.startIndex - bytes.startIndex,
                    children: children))
            rest = rest.dropFirst(size)
        }
        return boxes
    }
}

/// One track of an ordinary MP4 file.
package struct BoxTrack: Sendable {
    package let handler: String
    package let timescale: Int
    /// The types of the sample descriptions.
    package let descriptions: [String]
    /// Runs of samples with equal durations.
    package let durations: [(count: Int, duration: Int)]
    package let sizes: [Int]
    package let keySamples: [Int]?
    package let isEdited: Bool
    private let box: BoxFile.Box

    package init(_ box: BoxFile.Box) throws {
        self.box = box
        func only(_ type: String) throws -> BoxFile.Box {
            let all = box.all(type)
            guard let first = all.first, all.count == 1 else { throw TestFailure("\(all.count) boxes '\(type)'") }
            return first
        }
        handler = String(decoding: try only("hdlr").content[8..<12], as: UTF8.self)
        let header = try only("mdhd")
        timescale = header.number(header.content[0] == 1 ? 20 : 12)
        descriptions = try only("stsd").children.map(\.type)
        let (times, sizes) = (try only("stts"), try only("stsz"))
        durations = (0..<times.number(4)).map { (times.number(8 + 8 * $0), times.number(12 + 8 * $0)) }
        self.sizes = (0..<sizes.number(8)).map { sizes.number(4) > 0 ? sizes.number(4) : sizes.number(12 + 4 * $0) }
        keySamples = box.all("stss").first.map { keys in (0..<keys.number(4)).map { keys.number(8 + 4 * $0) } }
        isEdited = !box.all("edts").isEmpty
    }

    /// The decoder configuration: `avcC` or `esds`.
    package func content(_ type: String) -> [UInt8]? { box.all(type).first?.content }

    /// Offset and size of each chunk.
    package var chunks: [Range<Int>] {
        guard let places = box.all("stco").first ?? box.all("co64").first, let runs = box.all("stsc").first else {
            return []
        }
        let width = places.type == "co64" ? 8 : 4
        var (chunks, sample): ([Range<Int>], Int) = ([], 0)
        for number in 0..<places.number(4) {
            let run = (0..<runs.number(4)).last { runs.number(8 + 12 * $0) <= number + 1 }
            let count = run.map { runs.number(12 + 12 * $0) } ?? 0
            let start = places.number(8 + width * number, width)
            guard sample + count <= sizes.count else { return [] }
            chunks.append(start..<start + sizes[sample..<sample + count].reduce(0, +))
            sample += count
        }
        return sample == sizes.count ? chunks : []
    }
}
