package import StudioCore

// Faults of the elements that read the heads of files. `Containers` says what to correct, and asks whether to.
extension Correction {
    /// Corrected with `MovieHeader.durationCorrections`.
    package static let movieDuration = Correction(
        "movie-duration", of: "qtdemux",
        "A file with edit lists ends early, and a video track shorter than a fifth of the file is left out.",
        test: "InputTimingTests.shortVideo")

    /// Corrected with `MovieHeader.endCorrections`.
    package static let movieEnd = Correction(
        "movie-end", of: "qtdemux", "Without an edit list, the last reordered frames are left out.",
        test: "ReportedInputTests.withoutEdits")

    /// Corrected with `MovieHeader.sampleTimeCorrections`. The tracks in `MovieHeader.lostTracks` are refused.
    package static let movieSampleTimes = Correction(
        "movie-sample-times", of: "qtdemux",
        "PCM above 65,535 Hz in chunks of several lengths has random times.", test: "OddFormatTests.highRate")

    /// Corrected with `WAVFormat`.
    package static let wavChannelMask = Correction(
        "wav-channel-mask", of: "wavparse",
        "A mask that names fewer positions than there are channels is announced, and channels are left out.",
        test: "AudioInputTests.unfitPositions")

    /// Corrected with `TransportStreamHead.opusTrim`.
    package static let transportOpus = Correction(
        "transport-opus", of: "opusdec", "Samples that are left out at the start keep their time.",
        test: "AudioOffsetTests.opus")

    /// Corrected with `MatroskaTracks.codecDelays`.
    package static let matroskaCodecDelay = Correction(
        "matroska-codec-delay", of: "matroskademux",
        "The codec delay is not subtracted from the times of audio other than Opus.",
        test: "AudioOffsetTests.codecDelay")

    /// Corrected with `MP3Priming`.
    package static let mp3Priming = Correction(
        "mp3-priming", of: "mpegaudioparse", "The samples in front of the audio, which the header counts, are played.",
        test: "AudioOffsetTests.mp3")

    /// Corrected with `MovieOrientations` and `MatroskaTracks.orientations`.
    package static let orientation = Correction(
        "orientation", of: "qtdemux, matroskademux",
        "One of eight orientations, the matrix of a movie and the pose in Matroska are ignored.",
        test: "OddFormatTests.orientation")

    /// Corrected with `ImageOrientation`.
    package static let imageOrientation = Correction(
        "image-orientation", of: "pngdec, webpdec", "The orientation in EXIF is ignored.",
        test: "InputFormatTests.orientation")

    /// Corrected with `MatroskaTracks.crops`.
    package static let crop = Correction(
        "crop", of: "matroskademux", "The crop of a track is ignored, and its pixels have a wrong shape.",
        test: "OddFormatTests.crop")

    /// Whether the correction of a fault is on in this process.
    package static func isOn(_ fault: FileFault) -> Bool { fault.correction.isOn }
}

extension FileFault {
    fileprivate var correction: Correction {
        switch self {
        case .movieDuration: .movieDuration
        case .movieEnd: .movieEnd
        case .movieSampleTimes: .movieSampleTimes
        case .wavChannelMask: .wavChannelMask
        case .transportClock: .transportClock
        case .transportOpus: .transportOpus
        case .matroskaCodecDelay: .matroskaCodecDelay
        case .mp3Priming: .mp3Priming
        case .orientation: .orientation
        case .imageOrientation: .imageOrientation
        case .crop: .crop
        }
    }
}
