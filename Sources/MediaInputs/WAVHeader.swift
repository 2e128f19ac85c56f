import StudioCore

/// The header of a WAV file, up to its samples.
struct WAVHeader: Hashable, Sendable {
    static let magic = Array("RIFF".utf8)

    let format: AudioFormat
    /// The number of bytes of samples; `nil` when the writer did not know it, as in a pipe.
    let dataBytes: Int?
    /// The number of bytes before the first sample.
    let byteCount: Int

    /// The maximum header size; images and lyrics in other chunks can be long.
    private static let limit = 1 << 20

    /// Parses the chunks up to the start of the samples.
    ///
    /// - Parameters:
    ///   - bytes: the beginning of the file.
    ///   - isStream: whether the writer could not seek back to fill in the length.
    /// - Returns: `nil` when the header is valid so far and continues after `bytes`.
    static func parse(_ bytes: [UInt8], isStream: Bool = true) throws(SourceError) -> WAVHeader? {
        guard bytes.count >= 12 else {
            if !bytes.starts(with: magic.prefix(bytes.count)) {
                throw malformed("it does not start with RIFF and WAVE")
            }
            return nil
        }
        guard bytes.starts(with: magic), Array(bytes[8..<12]) == Array("WAVE".utf8) else {
            throw malformed("it does not start with RIFF and WAVE")
        }
        var format: AudioFormat?
        var start = 12
        while start + 8 <= bytes.count {
            let id = String(decoding: bytes[start..<start + 4], as: UTF8.self)
            let size = number(bytes[start + 4..<start + 8])
            let body = start + 8
            if id == "data" {
                guard let format else { throw malformed("the samples precede their format") }
                // Programs that write to pipes leave the largest number, or 0, which is a valid length only in a file.
                let isKnown = size < 0xFFFF_FF00 && (size != 0 || !isStream)
                return WAVHeader(format: format, dataBytes: isKnown ? size : nil, byteCount: body)
            }
            let end = body + size + size % 2
            guard end <= limit else { throw malformed("the samples do not start within the first MiB") }
            if id == "fmt " {
                guard end <= bytes.count else { return nil }
                format = try Self.format(Array(bytes[body..<body + size]))
            }
            start = end
        }
        return nil
    }

    private static func format(_ body: [UInt8]) throws(SourceError) -> AudioFormat {
        guard body.count >= 16 else { throw malformed("the format is truncated") }
        let channels = number(body[2..<4])
        let bits = number(body[14..<16])
        // 1 is PCM. With 0xFFFE, the actual format is in the extension.
        let tag = number(body[0..<2]) == 0xFFFE && body.count >= 26 ? number(body[24..<26]) : number(body[0..<2])
        guard tag == 1, bits == 16 else {
            throw SourceError("the WAV samples are not 16-bit PCM", hint: "use ffmpeg -c:a pcm_s16le")
        }
        guard (1...2).contains(channels) else {
            throw SourceError("the WAV file has \(channels) channels", hint: "use ffmpeg -ac 2")
        }
        guard let rate = Int32(exactly: number(body[4..<8])), rate > 0 else {
            throw malformed("the sample rate is invalid")
        }
        return AudioFormat(sampleRate: rate, channels: Int32(channels))
    }

    private static func number(_ bytes: ArraySlice<UInt8>) -> Int {
        bytes.reversed().reduce(0) { $0 << 8 | Int($1) }
    }

    static func malformed(_ reason: String) -> SourceError {
        SourceError("the WAV file is invalid: \(reason)", hint: "convert it with ffmpeg -c:a pcm_s16le")
    }
}
