import StudioCore

@testable import StudioProbe

/// Reports for tests, each modified by one fault.
enum Reports {
    /// A report with a name only.
    static let empty = ProbeReport(source: "show.mp4")

    /// A hundred faultless frames and their audio.
    static var faultless: ProbeReport {
        var report = ProbeReport(source: "show.mp4")
        report.session = ProbeReport.Session(identity: "0000002a", width: 320, height: 192, rate: "30")
        var video = ProbeReport.Video()
        (video.count, video.readable) = (100, 100)
        (video.lowest, video.highest) = (0, 99)
        (video.width, video.height) = (320, 192)
        (video.visibleWidth, video.visibleHeight) = (1, 1)
        (video.scaleX, video.scaleY) = (1, 1)
        (video.begins, video.ends) = (0, 3.3)
        report.video = video
        var audio = ProbeReport.Audio()
        audio.marks = 66
        (audio.begins, audio.ends) = (0, 3.333)
        report.audio = audio
        report.sync = sync(worst: 2)
        report.color = color()
        return report
    }

    /// Frames without marks, as from a camera.
    static var unmarked: ProbeReport {
        var report = ProbeReport(source: "show.mp4")
        report.video = ProbeReport.Video()
        report.video?.count = 10
        report.audio = ProbeReport.Audio()
        return report
    }

    static func sync(
        from: Double = 0, to: Double = 3.3, worst: Double = 0, drift: Double? = 1, driftError: Double? = 0.5,
        timeSeries: [ProbeReport.TimeSeriesPoint] = []
    ) -> ProbeReport.Sync {
        ProbeReport.Sync(
            from: from, to: to, start: 0, end: 0, worst: worst, worstTime: 1.25, drift: drift, driftError: driftError,
            timeSeries: timeSeries)
    }

    static func color(
        range: String? = "limited", signalledRange: String? = "limited", expectedRange: String? = "limited",
        matrix: String? = "bt709", signalledMatrix: String? = "bt709", lumaError: Double = 0.5,
        chromaError: Double = 0.7
    ) -> ProbeReport.Color {
        ProbeReport.Color(
            range: range, signalledRange: signalledRange, expectedRange: expectedRange, matrix: matrix,
            signalledMatrix: signalledMatrix, isAsSignalled: true, lumaError: lumaError, chromaError: chromaError)
    }

    static func stream(
        _ kind: String = "video", bitrate: Double? = 1_000_000, keyFrameInterval: ProbeReport.Spread? = nil
    ) -> ProbeReport.Stream {
        ProbeReport.Stream(
            kind: kind, codec: kind == "audio" ? "AAC" : "H.264", units: 100, bitrate: bitrate,
            keyFrameInterval: keyFrameInterval
        )
    }

    static func delay(worst: Double) -> ProbeReport.Delay {
        ProbeReport.Delay(median: worst / 3, percentile95: worst / 2, worst: worst, timeSeries: [])
    }

    static func frameEvents(_ count: Int) -> [ProbeReport.FrameEvent] {
        (0..<count).map { ProbeReport.FrameEvent(number: UInt32($0), time: Double($0) / 30) }
    }

    static func audioEvent(_ kind: ProbeReport.AudioEvent.Kind, _ milliseconds: Double) -> ProbeReport.AudioEvent {
        ProbeReport.AudioEvent(kind: kind, time: 1, milliseconds: milliseconds)
    }
}

extension ProbeReport {
    /// A modified copy.
    func with(_ change: (inout ProbeReport) -> Void) -> ProbeReport {
        var copy = self
        change(&copy)
        return copy
    }

    func withFrames(_ change: (inout Video) -> Void) -> ProbeReport {
        with {
            guard var video = $0.video else { return }
            change(&video)
            $0.video = video
        }
    }

    func withAudio(_ change: (inout Audio) -> Void) -> ProbeReport {
        with {
            guard var audio = $0.audio else { return }
            change(&audio)
            $0.audio = audio
        }
    }
}
