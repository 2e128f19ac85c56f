// The corrections of other modules. What only reads or writes the bytes of a file is a pure value above GStreamer.
extension Correction {
    // MARK: Containers

    /// Corrected by `MovieTracks` and `MatroskaTracks.preferred`.
    package static let preferredTrack = Correction(
        "preferred-track", of: "qtdemux, matroskademux", "Disabled and default tracks are not reported as such.",
        test: "InputTrackTests.defaultTrack")

    /// Corrected by `SeekIndex`: a position is found by decoding from the beginning.
    package static let seekEstimate = Correction(
        "seek-estimate", of: "tsdemux, matroskademux, avidemux, qtdemux",
        "A file without an index is seekable, and a seek ends at an estimated position.",
        test: "ReportedInputTests.startPosition")

    /// Refused with `ProgramStream`.
    package static let lateProgramAudio = Correction(
        "late-program-audio", of: "mpegpsdemux",
        "A stream that begins more than two seconds after the first one is left out.",
        test: "ReportedInputTests.lateAudio")

    // MARK: Inputs

    /// Corrected by `VideoFileReader`.
    package static let sharedStamps = Correction(
        "shared-stamps", of: "mpegpsdemux", "The frames of one packet all have the time stamp of the last one.",
        test: "MediaFileTests.sharedPackets")

    /// Corrected by `VideoFileReader`.
    package static let fullRangeBars = Correction(
        "full-range-bars", of: "videoscale", "Bars of full range have the black of limited range.",
        test: "MediaVideoTests.fullRangeBars")

    /// Corrected by ``Element/setPassthrough(_:)``.
    package static let uprightCopy = Correction(
        "upright-copy", of: "videoflip", "A frame that is not rotated is copied.", test: "DecodingCopyTests.upright")

    /// Corrected by `VideoConversion`, with packed samples.
    package static let paddedFields = Correction(
        "padded-fields", of: "deinterlace", "Planes whose rows have padding are corrupted.",
        test: "MediaVideoTests.interlaced")

    // MARK: Colours

    /// Corrected by `RangeConversion`.
    package static let rangeLabel = Correction(
        "range-label", of: "videoconvert", "Between two ranges of one matrix only the label changes.",
        test: "MediaFileTests.ranges")

    /// Corrected by `SharedConversion`.
    package static let limitedWhite = Correction(
        "limited-white", of: "videoconvert", "White of limited range becomes 253 in RGB.", test: "ConversionTests.bgra")

    // MARK: Encoding and outputs

    /// Corrected by `AVCConfiguration`.
    package static let sampleFormat = Correction(
        "sample-format", of: "h264parse", "The configuration of the High profiles lacks the sample format.",
        test: "ContainerTests.every")

    /// Corrected by `FragmentCorrection`.
    package static let fragmentStart = Correction(
        "fragment-start", of: "mp4mux, qtmux", "A track of fragments begins at zero, whenever its first unit is due.",
        test: "OutputSplitTests.regularly")

    /// Corrected by `MatroskaCorrection`.
    package static let matroskaMuxer = Correction(
        "matroska-muxer", of: "matroskamux",
        "The version is too low, no audio block is a key frame, tracks are English, and the title is escaped.",
        test: "ContainerTests.every")

    /// Corrected by `FLVMetadata`.
    package static let flvMetadata = Correction(
        "flv-metadata", of: "flvmux", "The metadata lacks bitrates, sample rate and channels, or has 0 in their place.",
        test: "RTMPAnswerTests.metadata")
}
