import Foundation

/// The elements of a Matroska file (RFC 8794, RFC 9559), read without psstudio's code.
package struct MatroskaFile: Sendable {
    package struct Element: Sendable {
        package let identifier: Int
        package let content: [UInt8]
        /// Whether the size is unknown: the file was not finished.
        package let isOpen: Bool
        package let children: [Element]

        package func all(_ identifier: Int) -> [Element] {
            children.flatMap { ($0.identifier == identifier ? [$0] : []) + $0.all(identifier) }
        }

        package var number: Int { content.reduce(0) { $0 << 8 | Int($1) } }
        package var text: String { String(decoding: content.prefix { $0 != 0 }, as: UTF8.self) }
    }

    package let elements: [Element]

    private static let head = 0x1A45_DFA3
    private static let segment = 0x1853_8067
    private static let cluster = 0x1F43_B675
    /// Head, segment, seek head, entries, info, tracks, track, video, colour, audio, cluster, block group, cues, cue.
    private static let containers: Set = [
        head, segment, 0x114D_9B74, 0x4DBB, 0x1549_A966, 0x1654_AE6B, 0xAE, 0xE0, 0x55B0, 0xE1, cluster, 0xA0,
        0x1C53_BB6B, 0xBB, 0xB7,
    ]

    /// - Parameter isWhole: whether the last element must be complete.
    package init(_ path: String, isWhole: Bool = true) throws {
        let bytes = Array(try Data(contentsOf: URL(fileURLWithPath: path)))
        elements = try Self.elements(bytes[...], isWhole: isWhole)
    }

    private static func elements(_ bytes: ArraySlice<UInt8>, isWhole: Bool) throws -> [Element] {
        var (elements, rest): ([Element], ArraySlice<UInt8>) = ([], bytes)
        while !rest.isEmpty {
            guard let (identifier, identifierBytes) = number(rest, keepsMarker: true),
                let (size, sizeBytes) = number(rest.dropFirst(identifierBytes), keepsMarker: false)
            else {
                if isWhole { throw TestFailure("the last element has no header") }
                break
            }
            rest = rest.dropFirst(identifierBytes + sizeBytes)
            let isOpen = size == 1 << (7 * sizeBytes) - 1
            if isWhole, !isOpen, size > rest.count {
                throw TestFailure("an element has \(size) of \(rest.count) bytes")
            }
            let content = isOpen ? openContent(rest, of: identifier) : rest.prefix(size)
            let children = containers.contains(identifier) ? try Self.elements(content, isWhole: isWhole) : []
            elements.append(
                Element(identifier: identifier, content: Array(content), isOpen: isOpen, children: children))
            rest = rest.dropFirst(content.count)
        }
        return elements
    }

    /// A cluster of unknown size extends to the next one.
    private static func openContent(_ bytes: ArraySlice<UInt8>, of identifier: Int) -> ArraySlice<UInt8> {
        let mark: [UInt8] = [0x1F, 0x43, 0xB6, 0x75]
        guard identifier == cluster, let next = bytes.firstRange(of: mark) else { return bytes }
        return bytes[..<next.lowerBound]
    }

    private static func number(_ bytes: ArraySlice<UInt8>, keepsMarker: Bool) -> (Int, Int)? {
        guard let first = bytes.first, first > 0 else { return nil }
        let count = first.leadingZeroBitCount + 1
        guard bytes.count >= count else { return nil }
        let start = keepsMarker ? Int(first) : Int(first) & (0xFF >> count)
        return (bytes.dropFirst().prefix(count - 1).reduce(start) { $0 << 8 | Int($1) }, count)
    }

    // MARK: Faults

    /// The first version of Matroska with an element (RFC 9559, 5): interlacing, blocks without a group, colour.
    private static let versions = [0x9A: 2, 0xA3: 2, 0x55B0: 4, 0x56AA: 4, 0x56BB: 4, 0x75A2: 4]

    /// What is wrong with a file that psstudio has written, one line each.
    ///
    /// - Parameters:
    ///   - isFull: whether the video has full range.
    ///   - isFinished: whether it was ended properly, in a file that can be rewritten.
    package func faults(isFull: Bool = false, isFinished: Bool = true) throws -> [String] {
        guard let head = elements.first, head.identifier == Self.head,
            let segment = elements.dropFirst().first, segment.identifier == Self.segment
        else { return ["it has no head and segment"] }
        var faults = elements.count > 2 ? ["\(elements.count - 2) elements are behind the segment"] : []
        let needed = Self.versions.filter { !segment.all($0.key).isEmpty }.map(\.value).max() ?? 1
        let declared = head.all(0x4287).first?.number ?? 1
        let read = head.all(0x4285).first?.number ?? 1
        if declared < needed { faults.append("version \(declared) with elements of version \(needed)") }
        if !(2...declared).contains(read) { faults.append("it can be read from version \(read) on") }
        if isFinished {
            if segment.isOpen { faults.append("the segment has no size") }
            if segment.all(0x4489).isEmpty { faults.append("no duration") }
            if segment.all(0x1C53_BB6B).isEmpty { faults.append("no index") }
        }
        return faults + segment.all(0xAE).flatMap { trackFaults($0, in: segment, isFull: isFull) }
    }

    private func trackFaults(_ track: Element, in segment: Element, isFull: Bool) -> [String] {
        guard let number = track.all(0xD7).first?.number else { return ["a track without a number"] }
        let isVideo = track.all(0x83).first?.number == 1
        var faults: [String] = []
        // English by definition.
        let language = track.all(0x22B5_9C).first?.text ?? "eng"
        if language != "und" { faults.append("track \(number): its language is '\(language)'") }
        if isVideo {
            faults += AVCConfigurationFaults.of(track.all(0x63A2).first?.content ?? [])
            let range = track.all(0x55B9).first?.number
            if range != (isFull ? 2 : 1) { faults.append("the range is \(range ?? 0)") }
        }
        let flags = segment.all(0xA3).filter { $0.content.first == UInt8(0x80 | number) }.map { $0.content[3] & 0x80 }
        if flags.isEmpty { faults.append("track \(number) has no block") }
        if flags.first == 0 { faults.append("track \(number): the first block is no key frame") }
        if !isVideo, flags.contains(0) { faults.append("track \(number): a block is no key frame") }
        return faults
    }
}
