import StudioCore

/// The head of a WAV file, up to its samples.
struct WAVHeader: Hashable, Sendable {
    static let magic = Array("RIFF".utf8)

    let format: AudioFormat
    /// Bytes of samples; `nil` where the writer did not know, as in a pipe.
    let dataBytes: Int?

    /// Reads chunk after chunk up to the beginning of the samples.
    ///
    /// - Parameter next: the next bytes of the file, exactly as many as asked for, or `nil` at its end.
    init(reading next: (Int) throws(SourceError) -> [UInt8]?) throws(SourceError) {
        guard let riff = try next(12), Array(riff[0..<4]) == Self.magic, Array(riff[8..<12]) == Array("WAVE".utf8)
        else {
            throw Self.malformed("it does not begin with RIFF and WAVE")
        }
        var format: AudioFormat?
        while true {
            guard let chunk = try next(8) else { throw Self.malformed("it has no samples") }
            let id = String(decoding: chunk[0..<4], as: UTF8.self)
            let size = Self.number(chunk[4..<8])
            if id == "data" {
                guard let format else { throw Self.malformed("its samples come before their format") }
                self.format = format
                // Writers into pipes leave 0 or the largest number.
                dataBytes = size == 0 || size >= 0xFFFF_FF00 ? nil : size
                return
            }
            guard size <= 1 << 20, let body = try next(size + size % 2) else { throw Self.malformed("a chunk is cut") }
            if id == "fmt " { format = try Self.format(body) }
        }
    }

    private static func format(_ body: [UInt8]) throws(SourceError) -> AudioFormat {
        guard body.count >= 16 else { throw malformed("its format is cut") }
        let channels = number(body[2..<4])
        let bits = number(body[14..<16])
        // 1 is PCM; 0xFFFE says that the real number stands in the extension.
        let tag = number(body[0..<2]) == 0xFFFE && body.count >= 26 ? number(body[24..<26]) : number(body[0..<2])
        guard tag == 1, bits == 16 else {
            throw SourceError("the WAV samples are not 16-bit PCM", hint: "use ffmpeg -c:a pcm_s16le")
        }
        guard (1...2).contains(channels) else {
            throw SourceError("the WAV file has \(channels) channels", hint: "use ffmpeg -ac 2")
        }
        guard let rate = Int32(exactly: number(body[4..<8])), rate > 0 else {
            throw malformed("its sample rate is wrong")
        }
        return AudioFormat(sampleRate: rate, channels: Int32(channels))
    }

    private static func number(_ bytes: ArraySlice<UInt8>) -> Int {
        bytes.reversed().reduce(0) { $0 << 8 | Int($1) }
    }

    private static func malformed(_ reason: String) -> SourceError {
        SourceError("the WAV file is not readable: \(reason)", hint: "make it anew with ffmpeg -c:a pcm_s16le")
    }
}
