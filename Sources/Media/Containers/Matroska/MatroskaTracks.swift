package import StudioCore

/// The tracks that a Matroska file lists, as far as they decide which one is sent, and how it is turned and cropped. GStreamer's
/// demuxer does not report which one is the default, the pose, nor the crop.
package struct MatroskaTracks: Hashable {
    /// A track.
    package struct Track: Hashable {
        package var number = 0
        package var type = 0
        package var isAudio: Bool { type == MatroskaTracks.audio }
        /// A track is a default one unless its file denies it.
        package var isDefault = true
        package var isEnabled = true
        /// How its flat picture is shown; `nil` for a spherical one, and for other angles than quarter turns.
        package var orientation: DisplayMatrix?
        /// What is left out at the edges of its picture.
        package var crop = PictureCrop.none
        /// The name of the codec.
        package var codec = ""
        /// The samples that the encoder has inserted in front, as a time in nanoseconds.
        package var codecDelay = 0
    }

    package private(set) var tracks: [Track] = []
    /// Where the file says that its index of positions is; `nil` without one.
    package private(set) var cues: Int?

    private enum ID {
        static let cues = 0x1C53_BB6B
        static let segment = 0x1853_8067
        static let tracks = 0x1654_AE6B
        static let cluster = 0x1F43_B675
        static let (seekHead, seek, seekID, seekPosition) = (0x114D_9B74, 0x4DBB, 0x53AB, 0x53AC)
        static let trackEntry = 0xAE
        static let (number, type, isDefault, isEnabled) = (0xD7, 0x83, 0x88, 0xB9)
        static let (codec, codecDelay) = (0x86, 0x56AA)
        static let (video, projection) = (0xE0, 0x7670)
        static let (width, height) = (0xB0, 0xBA)
        static let (cropBottom, cropTop, cropLeft, cropRight) = (0x54AA, 0x54BB, 0x54CC, 0x54DD)
        static let (displayWidth, displayHeight, displayUnit) = (0x54B0, 0x54BA, 0x54B2)
        static let (projectionType, yaw, pitch, roll) = (0x7671, 0x7673, 0x7674, 0x7675)
    }

    /// The types of tracks.
    package static let (video, audio) = (1, 2)
    /// The first bytes of a file.
    package static let magic: [UInt8] = [0x1A, 0x45, 0xDF, 0xA3]
    /// A damaged file may consist of tiny elements.
    private static let longestSearch = 1000
    /// Lists of tracks are shorter, in bytes.
    private static let longestList = 1 << 20

    /// The number of the track to send: the first one of the type that is a default; `nil` when the first one is.
    package func preferred(_ type: Int) -> Int? {
        let tracks = tracks.filter { $0.type == type }
        guard let preferred = tracks.first(where: { $0.isEnabled && $0.isDefault }), preferred != tracks.first else {
            return nil
        }
        return preferred.number
    }

    /// The orientations of the video tracks that have one, by their number.
    package var orientations: [Int: DisplayMatrix] {
        Dictionary(tracks.compactMap { track in track.orientation.map { (track.number, $0) } }) { first, _ in first }
    }

    /// The crops of the video tracks that have one, by their number.
    package var crops: [Int: PictureCrop] {
        Dictionary(tracks.filter { $0.crop != .none }.map { ($0.number, $0.crop) }) { first, _ in first }
    }

    /// The times that the demuxer of GStreamer 1.22 does not subtract from those of audio tracks, by their number. The decoder of Opus
    /// leaves these samples out; other decoders return them.
    package var codecDelays: [Int: MediaTime] {
        let delayed = tracks.filter {
            $0.isAudio && (1..<Self.longestDelay).contains($0.codecDelay) && $0.codec != "A_OPUS"
        }
        let delays = delayed.map { ($0.number, MediaTime(nanoseconds: Int64($0.codecDelay))) }
        return Dictionary(delays) { first, _ in first }
    }

    /// In nanoseconds. A longer delay is damage.
    private static let longestDelay = 1_000_000_000

    /// Reads the list, which precedes the media, or is where the index at the beginning says; an empty one without it.
    ///
    /// - Parameter read: returns up to this many bytes at an offset.
    package init(_ read: (_ offset: Int, _ count: Int) -> [UInt8]) {
        guard let start = Self.segment(read)?.start else { return }
        var offset = start
        var listed: Int?
        for _ in 0..<Self.longestSearch {
            guard let element = EBMLElement(read(offset, EBMLElement.maximumBytes)) else { return }
            if element.id == ID.cluster {
                // A program that changed the list has moved it behind the media.
                guard let moved = listed.take() else { return }
                offset = moved
                continue
            }
            guard let length = element.length else { return }
            if element.id == ID.tracks {
                tracks = EBMLElement.children(of: read(offset + element.start, min(length, Self.longestList))[...])
                    .filter { $0.id == ID.trackEntry }.map { Self.track($0.body) }
                return
            }
            if element.id == ID.seekHead {
                let seeks = EBMLElement.children(of: read(offset + element.start, min(length, Self.longestList))[...])
                listed = Self.position(of: ID.tracks, in: seeks).map { start + $0 } ?? listed
                cues = Self.position(of: ID.cues, in: seeks).map { start + $0 } ?? cues
            }
            offset += element.start + length
        }
    }

    /// The body of the segment, which follows the header: where it starts, and its length, `nil` when unknown; `nil` for other files.
    static func segment(_ read: (_ offset: Int, _ count: Int) -> [UInt8]) -> (start: Int, length: Int?)? {
        guard read(0, 4) == magic, let header = EBMLElement(read(0, EBMLElement.maximumBytes)),
            let length = header.length
        else { return nil }
        let offset = header.start + length
        guard let segment = EBMLElement(read(offset, EBMLElement.maximumBytes)), segment.id == ID.segment else {
            return nil
        }
        return (offset + segment.start, segment.length)
    }

    /// Whether the index of positions is where the file says: one that was not finished has none, a truncated one has lost it.
    package func hasCues(_ read: (_ offset: Int, _ count: Int) -> [UInt8]) -> Bool {
        cues.map { EBMLElement(read($0, EBMLElement.maximumBytes))?.id == ID.cues } ?? false
    }

    /// The position of an element in the segment, as its index says.
    private static func position(of wanted: Int, in seeks: [(id: Int, body: ArraySlice<UInt8>)]) -> Int? {
        for seek in seeks where seek.id == ID.seek {
            let fields = Dictionary(EBMLElement.children(of: seek.body).map { ($0.id, number($0.body)) }) { first, _ in
                first
            }
            if fields[ID.seekID] == wanted, let position = fields[ID.seekPosition], position < Int.max / 2 {
                return position
            }
        }
        return nil
    }

    private static func number(_ body: ArraySlice<UInt8>) -> Int { body.prefix(7).reduce(0) { $0 << 8 | Int($1) } }

    private static func track(_ element: ArraySlice<UInt8>) -> Track {
        var track = Track()
        for (id, body) in EBMLElement.children(of: element) {
            let value = body.prefix(8).reduce(0) { $0 << 8 | Int($1) }
            switch id {
            case ID.number: track.number = value
            case ID.type: track.type = value
            case ID.isDefault: track.isDefault = value != 0
            case ID.isEnabled: track.isEnabled = value != 0
            case ID.codec: track.codec = String(decoding: body.prefix { $0 != 0 }, as: UTF8.self)
            case ID.codecDelay: track.codecDelay = value
            case ID.video:
                let fields = EBMLElement.children(of: body)
                track.orientation = fields.first { $0.id == ID.projection }.flatMap { orientation($0.body) }
                track.crop = crop(Dictionary(fields.map { ($0.id, number($0.body)) }) { first, _ in first })
            default: break
            }
        }
        return track
    }

    private static func orientation(_ projection: ArraySlice<UInt8>) -> DisplayMatrix? {
        var (isFlat, angles) = (true, [Int: Double]())
        for (id, body) in EBMLElement.children(of: projection) {
            if id == ID.projectionType { isFlat = body.allSatisfy { $0 == 0 } }
            angles[id] = float(body)
        }
        guard isFlat else { return nil }
        return DisplayMatrix(yaw: angles[ID.yaw] ?? 0, pitch: angles[ID.pitch] ?? 0, roll: angles[ID.roll] ?? 0)
    }

    /// The crop in the fields of a video track. The displayed size is that of the rest, and in any unit but the last one, 4, a ratio.
    private static func crop(_ fields: [Int: Int]) -> PictureCrop {
        var crop = PictureCrop()
        (crop.left, crop.top) = (fields[ID.cropLeft] ?? 0, fields[ID.cropTop] ?? 0)
        (crop.right, crop.bottom) = (fields[ID.cropRight] ?? 0, fields[ID.cropBottom] ?? 0)
        let (width, height) = (fields[ID.width] ?? 0, fields[ID.height] ?? 0)
        guard crop != .none, crop.fits(width: width, height: height) else { return .none }
        let (columns, rows) = (width - crop.left - crop.right, height - crop.top - crop.bottom)
        guard let shown = fields[ID.displayWidth], let shownRows = fields[ID.displayHeight],
            fields[ID.displayUnit] != 4,
            [shown, shownRows].allSatisfy({ (1...PictureCrop.longestEdge).contains($0) }),
            let across = Int32(exactly: shown * rows), let down = Int32(exactly: shownRows * columns)
        else { return crop }
        crop.pixelAspect = PictureCrop.PixelAspect(width: across, height: down)
        return crop
    }

    /// A number of 0, 4 or 8 bytes.
    private static func float(_ body: ArraySlice<UInt8>) -> Double? {
        let bits = body.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
        return switch body.count {
        case 0: 0
        case 4: Double(Float(bitPattern: UInt32(bits)))
        case 8: Double(bitPattern: bits)
        default: nil
        }
    }
}
