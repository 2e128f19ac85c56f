import Glibc
import StudioCore

/// A fault of GStreamer that psstudio corrects, or whose result it refuses to send.
///
/// A fault has one row, in the file that corrects it. The rows of corrections in other modules are in
/// `Correction+Modules.swift`. What corrects a fault asks its row whether it is on. A format that GStreamer lacks is not
/// a fault. What psstudio reads by itself with any version, such as y4m, has no row.
package struct Correction: Hashable, Sendable {
    /// `deep-png`
    package let name: String
    /// `pngdec`
    package let element: String
    /// What the element does wrong, in one sentence.
    package let fault: String
    /// The versions in which the fault was seen.
    package let versions: [String]
    /// The versions in which the test passed without the correction.
    package let fixedVersions: [String]
    /// The address of the report to GStreamer; `nil` when none is known.
    package let report: String?
    /// The test that fails without the correction: its file and its function, as in `InputFormatTests.deepImage`.
    package let test: String

    package init(
        _ name: String, of element: String, _ fault: String, versions: [String] = ["1.22.0"],
        fixedVersions: [String] = [], report: String? = nil, test: String
    ) {
        (self.name, self.element, self.fault) = (name, element, fault)
        (self.versions, self.fixedVersions) = (versions, fixedVersions)
        (self.report, self.test) = (report, test)
    }

    /// Whether it is on with a version of GStreamer. A version in which its test was not run may have the fault.
    package func isOn(_ choice: CorrectionChoice, with version: String) -> Bool {
        switch choice {
        case .needed: !fixedVersions.contains(version)
        case .all: true
        case .none: false
        case .without(let names): !names.contains(name)
        }
    }

    /// Whether it is on in this process.
    package var isOn: Bool { isOn(CorrectionChoice.ofProcess, with: Self.version) }

    /// A list while it is on, and an empty one otherwise.
    func whenOn<Item>(_ list: @autoclosure () -> [Item]) -> [Item] { isOn ? list() : [] }

    private static let version = GStreamerRuntime.version

    /// All corrections, by what they are about.
    package static let all =
        movies + [
            decodingTimes, reorderedAVI, seekEstimate, matroskaCodecDelay, mp3Priming, transportClock, transportOpus,
            lateProgramAudio, sharedStamps, wavChannelMask, assumedCaps, unpositionedChannels,
            lostDemuxerErrors, directRendering, deepPNG, imageOrientation, crop, palette, denseChroma, infiniteSamples,
            unknownMatrix, rangeLabel, limitedWhite,
            fullRangeBars, uprightCopy, paddedFields, intraPictures, sampleFormat, fragmentStart, matroskaMuxer,
            flvMetadata,
        ]

    /// Those of MP4 and MOV files that are read.
    private static let movies = [
        movieDuration, movieEnd, movieSampleTimes, movieByteOrder, standingTimes, movieRange, orientation,
        preferredTrack,
    ]
}

/// Which corrections a process uses. A report to GStreamer may need it without any, or without one.
package enum CorrectionChoice: Hashable, Sendable {
    /// Those whose faults the version of GStreamer may have.
    case needed
    case all
    case none
    /// All but those with these names.
    case without(Set<String>)

    /// The value of the variable is not one of its values.
    package struct ParseError: Error, Hashable, Sendable, CustomStringConvertible {
        fileprivate let text: String

        fileprivate var problem: String {
            "'\(text.withoutControls)' is invalid; expected all, none, or names such as -deep-png,-palette"
        }
        package var description: String { "\(CorrectionChoice.variable): \(problem)" }
    }

    package static let variable = "PSSTUDIO_CORRECTIONS"

    /// - Parameter text: the value of the variable; `nil` when it is not set.
    package init(_ text: String?) throws(ParseError) {
        switch text {
        case nil: self = .needed
        case "all": self = .all
        case "none": self = .none
        case let text?:
            let names = text.split(separator: ",", omittingEmptySubsequences: false)
            let known = Set(Correction.all.map(\.name))
            guard names.allSatisfy({ $0.hasPrefix("-") && known.contains(String($0.dropFirst())) }) else {
                throw ParseError(text: text)
            }
            self = .without(Set(names.map { String($0.dropFirst()) }))
        }
    }

    private static let parsed = Result { () throws(ParseError) in
        try CorrectionChoice(getenv(variable).map { String(cString: $0) })
    }

    /// The choice of this process. A process with an invalid one cannot start GStreamer.
    static var ofProcess: CorrectionChoice { (try? parsed.get()) ?? .needed }

    /// Checks the variable of this process.
    package static func check() throws(ParseError) { _ = try parsed.get() }

    /// Why GStreamer does not start.
    static var failure: GStreamerError? {
        guard case .failure(let error) = parsed else { return nil }
        return GStreamerError(.library, source: variable, message: error.problem)
    }
}
