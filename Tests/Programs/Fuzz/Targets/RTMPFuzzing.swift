import MediaOutputs
import StudioTestSupport

/// Finds the answers of an RTMP server in its bytes.
enum RTMPFuzzing {
    /// Version and handshake, which are skipped.
    private static let handshake = [UInt8](repeating: 3, count: 1 + 2 * 1536)

    /// The first byte is the length of the pieces in which the bytes behind the handshake arrive.
    static func run(_ bytes: [UInt8]) throws {
        let stream = handshake + bytes.dropFirst()
        let whole = answers(stream, piece: stream.count)
        let pieces = answers(stream, piece: max(1, Int(bytes.first ?? 1)))
        // As texts, because a number that is none equals no other.
        guard whole.map({ "\($0)" }) == pieces.map({ "\($0)" }) else {
            throw TestFailure("pieces of \(bytes.first ?? 1) bytes have other answers: \(whole)")
        }
        for answer in whole {
            let scalars = answer.text.unicodeScalars
            guard scalars.count <= RTMPCommands.Answer.longestText + 1, !scalars.contains(where: { $0.value < 32 })
            else { throw TestFailure("not one short line: \(answer.text)") }
        }
    }

    private static func answers(_ bytes: [UInt8], piece: Int) -> [RTMPCommands.Answer] {
        var commands = RTMPCommands()
        return stride(from: 0, to: bytes.count, by: piece).flatMap { start in
            bytes[start..<min(bytes.count, start + piece)].withUnsafeBytes { commands.receive($0) }
        }
    }
}
