import GStreamer
import StudioCore

/// The properties of `onMetaData` that flvmux does not write, as `Correction.flvMetadata` describes. Servers show and
/// check them.
struct FLVMetadata: Hashable, Sendable {
    /// In bit/s.
    var videoBitrate: Int?
    /// In bit/s.
    var audioBitrate: Int?
    /// The title of the stream; `nil` for none.
    var title: String?

    init(_ media: OutputMedia) {
        videoBitrate = media.videoBitrate
        audioBitrate = media.audioBitrate
        title = media.title
    }

    init(videoBitrate: Int?, audioBitrate: Int?) {
        self.videoBitrate = videoBitrate
        self.audioBitrate = audioBitrate
    }

    /// The element, which gets complete metadata from the muxer before it.
    func completed(_ element: Element) throws(GStreamerError) -> Element {
        if Correction.flvMetadata.isOn { try element.replaceStreamHeaders { completing($0) } }
        return element
    }

    /// Completes the metadata among the headers of a stream: the file header, a tag with metadata, and the
    /// configurations of the decoders, which contain the format of the audio.
    func completing(_ headers: [[UInt8]]) -> [[UInt8]] {
        let audio = headers.lazy.compactMap { AudioConfiguration(tag: $0) }.first
        var properties: [(name: String, value: AMFValue)] = []
        if let videoBitrate { properties.append(("videodatarate", .number(Double(videoBitrate) / 1000))) }
        if let audio {
            if let audioBitrate { properties.append(("audiodatarate", .number(Double(audioBitrate) / 1000))) }
            properties.append(("audiosamplerate", .number(Double(audio.sampleRate))))
            properties.append(("audiosamplesize", .number(16)))
            properties.append(("stereo", .boolean(audio.channels == 2)))
        }
        if let title { properties.append(("title", .text(title))) }
        return headers.map { FLVScriptTag($0)?.setting(properties).bytes ?? $0 }
    }

    /// What the tag with AAC's AudioSpecificConfig says.
    private struct AudioConfiguration {
        let sampleRate: Int
        let channels: Int

        private static let rates = [
            96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8000, 7350,
        ]

        /// - Returns: `nil` for another tag, and for a configuration without a rate of the table.
        init?(tag: [UInt8]) {
            // An eleven-byte header, AAC, a configuration; five bits of the object type, four each of rate and channels.
            guard tag.count >= 15, tag[0] == 8, tag[11] >> 4 == 10, tag[12] == 0 else { return nil }
            let bits = Int(tag[13]) << 8 | Int(tag[14])
            let rate = bits >> 7 & 15
            guard rate < Self.rates.count else { return nil }
            (sampleRate, channels) = (Self.rates[rate], bits >> 3 & 15)
        }
    }

    /// A value of a property.
    enum AMFValue: Hashable, Sendable {
        case number(Double)
        case boolean(Bool)
        /// Of at most 65,535 bytes.
        case text(String)

        var bytes: [UInt8] {
            switch self {
            case .number(let number): [0] + BoxBuilder.bigEndian(number.bitPattern, bytes: 8)
            case .boolean(let flag): [1, flag ? 1 : 0]
            case .text(let text): [2] + BoxBuilder.bigEndian(UInt64(text.utf8.count), bytes: 2) + Array(text.utf8)
            }
        }
    }
}

/// A tag with `onMetaData`: an AMF string, and an array of properties.
struct FLVScriptTag: Hashable, Sendable {
    private static let headerBytes = 11
    private static let name = [2, 0, 10] + Array("onMetaData".utf8)
    private static let end: [UInt8] = [0, 0, 9]

    /// The tag's header without its length.
    private let header: [UInt8]
    /// Each property with the bytes of its value, in the order of the tag.
    private var properties: [(name: String, value: [UInt8])] = []

    static func == (left: Self, right: Self) -> Bool { left.bytes == right.bytes }
    func hash(into hasher: inout Hasher) { hasher.combine(bytes) }

    /// - Returns: `nil` for another tag, and for one with values other than numbers, flags and texts.
    init?(_ tag: [UInt8]) {
        guard tag.count > Self.headerBytes, tag[0] == 18 else { return nil }
        header = Array(tag[..<Self.headerBytes])
        var rest = tag[Self.headerBytes...].dropLast(4)
        guard rest.starts(with: Self.name) else { return nil }
        rest = rest.dropFirst(Self.name.count)
        guard rest.popFirst() == 8, rest.count > 4 else { return nil }
        rest = rest.dropFirst(4)
        while !rest.starts(with: Self.end) {
            guard let count = Self.length(rest), rest.count > 2 + count else { return nil }
            let name = String(decoding: rest.dropFirst(2).prefix(count), as: UTF8.self)
            rest = rest.dropFirst(2 + count)
            guard let size = Self.valueBytes(rest), rest.count >= size else { return nil }
            properties.append((name, Array(rest.prefix(size))))
            rest = rest.dropFirst(size)
        }
    }

    private static func length(_ bytes: ArraySlice<UInt8>) -> Int? {
        bytes.count < 2 ? nil : bytes.prefix(2).reduce(0) { $0 << 8 | Int($1) }
    }

    private static func valueBytes(_ bytes: ArraySlice<UInt8>) -> Int? {
        switch bytes.first {
        case 0: 9
        case 1: 2
        case 2: length(bytes.dropFirst()).map { 3 + $0 }
        default: nil
        }
    }

    /// The tag with these properties, which replace those of the same names.
    func setting(_ new: [(name: String, value: FLVMetadata.AMFValue)]) -> Self {
        var tag = self
        for (name, value) in new {
            if let index = properties.firstIndex(where: { $0.name == name }) {
                tag.properties[index].value = value.bytes
            } else {
                tag.properties.append((name, value.bytes))
            }
        }
        return tag
    }

    /// The position of a property's value in the tag; `nil` without that property.
    func place(of name: String) -> Int? {
        var place = Self.headerBytes + Self.name.count + 5
        for property in properties {
            place += 2 + property.name.utf8.count
            if property.name == name { return place }
            place += property.value.count
        }
        return nil
    }

    /// The tag, and its length behind it.
    var bytes: [UInt8] {
        var data = Self.name + [8] + BoxBuilder.bigEndian(UInt64(properties.count), bytes: 4)
        for (name, value) in properties {
            data += BoxBuilder.bigEndian(UInt64(name.utf8.count), bytes: 2) + Array(name.utf8) + value
        }
        data += Self.end
        let tag = [header[0]] + BoxBuilder.bigEndian(UInt64(data.count), bytes: 3) + header[4...] + data
        return tag + BoxBuilder.bigEndian(UInt64(tag.count), bytes: 4)
    }
}
