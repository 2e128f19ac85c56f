/// An MPEG program stream.
///
/// `mpegpsdemux` of GStreamer 1.22 leaves out streams that begin more than two seconds after the first one.
package enum ProgramStream {
    private static let prefix: [UInt8] = [0, 0, 1]
    private static let (end, pack): (UInt8, UInt8) = (0xB9, 0xBA)
    /// The identifiers of streams of audio: MPEG audio, and private streams with AC-3, DTS or PCM.
    private static let audio: Set<UInt8> = Set(0xC0...0xDF).union([0xBD])
    /// About 400 MB of packs of a usual size.
    private static let longestSearch = 200_000

    /// Whether the first packs contain audio; false for other files.
    ///
    /// - Parameter read: returns up to this many bytes at an offset.
    package static func containsAudio(_ read: (_ offset: Int, _ count: Int) -> [UInt8]) -> Bool {
        guard read(0, 4) == prefix + [pack] else { return false }
        var offset = 0
        for _ in 0..<longestSearch {
            let head = read(offset, 14)
            guard head.count >= 6, head.starts(with: prefix), head[3] != end else { return false }
            if audio.contains(head[3]) { return true }
            if head[3] == pack {
                guard head.count >= 12 else { return false }
                // MPEG-2 has stuffing behind the header, MPEG-1 a shorter one.
                let isMPEG2 = head[4] >> 6 == 1
                guard !isMPEG2 || head.count == 14 else { return false }
                offset += isMPEG2 ? 14 + Int(head[13] & 7) : 12
            } else {
                offset += 6 + Int(head[4]) << 8 + Int(head[5])
            }
        }
        return false
    }

    /// Why audio that a file contains is not decoded.
    package static let lostAudio = "GStreamer leaves out its audio, which begins more than two seconds after its video"
}
