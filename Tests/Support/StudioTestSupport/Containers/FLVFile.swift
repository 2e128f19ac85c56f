import Foundation

/// The tags of an FLV file (Adobe Flash Video File Format Specification 10.1), read without psstudio's code.
package struct FLVFile: Sendable {
    package struct Tag: Sendable {
        /// 8 is audio, 9 is video, 18 is script data.
        package let type: UInt8
        /// Milliseconds.
        package let time: Int
        package let content: [UInt8]
    }

    package let tags: [Tag]
    /// What is wrong with the structure, one line each.
    private let structureFaults: [String]
    private let flags: UInt8

    package init(_ path: String) throws {
        let bytes = Array(try Data(contentsOf: URL(fileURLWithPath: path)))
        guard bytes.count > 13, bytes.starts(with: Array("FLV".utf8) + [1]) else { throw TestFailure("no FLV file") }
        flags = bytes[4]
        var (rest, tags, faults): (ArraySlice<UInt8>, [Tag], [String]) = (bytes[9...], [], [])
        var previous = 0
        func number(_ range: ArraySlice<UInt8>) -> Int { range.reduce(0) { $0 << 8 | Int($1) } }
        while rest.count >= 4 {
            if number(rest.prefix(4)) != previous { faults.append("the size before tag \(tags.count) is wrong") }
            rest = rest.dropFirst(4)
            if rest.isEmpty { break }
            guard rest.count >= 11 else { throw TestFailure("the last tag has no header") }
            let header = Array(rest.prefix(11))
            let size = number(header[1..<4])
            guard rest.count >= 11 + size else { throw TestFailure("the last tag is truncated") }
            let time = number(header[4..<7]) | Int(header[7]) << 24
            tags.append(Tag(type: header[0], time: time, content: Array(rest.dropFirst(11).prefix(size))))
            rest = rest.dropFirst(11 + size)
            previous = 11 + size
        }
        self.tags = tags
        structureFaults = faults + (rest.isEmpty ? [] : ["\(rest.count) bytes are behind the last tag"])
    }

    /// What is wrong with a file that psstudio has written, one line each.
    package func faults(hasAudio: Bool) -> [String] {
        var faults = structureFaults
        if flags != (hasAudio ? 5 : 1) { faults.append("the header announces the tracks \(flags)") }
        if tags.first?.type != 18 { faults.append("it does not start with its metadata") }
        for type: UInt8 in [8, 9] {
            let times = tags.filter { $0.type == type }.map(\.time)
            if zip(times.dropFirst(), times).contains(where: { $0 < $1 }) {
                faults.append("\(type): the time goes back")
            }
        }
        return faults + videoFaults + (hasAudio ? audioFaults : [])
    }

    /// The configuration, then frames of AVC; the first one is a key frame.
    private var videoFaults: [String] {
        let video = tags.filter { $0.type == 9 }.map(\.content)
        guard let head = video.first, head.starts(with: [0x17, 0, 0, 0, 0]) else {
            return ["no configuration of video"]
        }
        let frames = video.dropFirst()
        guard frames.first?.starts(with: [0x17, 1]) == true else { return ["the first frame is no key frame"] }
        let isValid = frames.allSatisfy { $0.count >= 5 && [0x17, 0x27].contains($0[0]) && $0[1] < 3 }
        return AVCConfigurationFaults.of(Array(head.dropFirst(5))) + (isValid ? [] : ["a frame is not AVC"])
    }

    /// The configuration, then blocks of AAC.
    private var audioFaults: [String] {
        let audio = tags.filter { $0.type == 8 }.map(\.content)
        guard audio.first?.starts(with: [0xAF, 0]) == true else { return ["no configuration of audio"] }
        return audio.dropFirst().allSatisfy { $0.starts(with: [0xAF, 1]) } ? [] : ["a block is not AAC"]
    }
}
