import StudioCore

@testable import StudioProbe

/// Reports as a probe would make them, to be changed by one fault at a time.
enum Reports {
    /// Nothing but a name.
    static let empty = ProbeReport(source: "show.mp4")

    /// A hundred pictures and their sound, as they should be.
    static var faultless: ProbeReport {
        var report = ProbeReport(source: "show.mp4")
        report.run = ProbeReport.Run(identity: "0000002a", width: 320, height: 192, rate: "30")
        var pictures = ProbeReport.Pictures()
        (pictures.count, pictures.readable) = (100, 100)
        (pictures.lowest, pictures.highest) = (0, 99)
        (pictures.width, pictures.height) = (320, 192)
        (pictures.visibleWidth, pictures.visibleHeight) = (1, 1)
        (pictures.scaleX, pictures.scaleY) = (1, 1)
        (pictures.begins, pictures.ends) = (0, 3.3)
        report.pictures = pictures
        var sound = ProbeReport.Sound()
        sound.marks = 66
        (sound.begins, sound.ends) = (0, 3.333)
        report.sound = sound
        report.sync = sync(worst: 2)
        report.color = color()
        return report
    }

    /// Pictures without marks, as any camera makes them.
    static var unmarked: ProbeReport {
        var report = ProbeReport(source: "show.mp4")
        report.pictures = ProbeReport.Pictures()
        report.pictures?.count = 10
        report.sound = ProbeReport.Sound()
        return report
    }

    static func sync(
        from: Double = 0, to: Double = 3.3, worst: Double = 0, drift: Double? = 1, driftError: Double? = 0.5,
        course: [ProbeReport.CoursePoint] = []
    ) -> ProbeReport.Sync {
        ProbeReport.Sync(
            from: from, to: to, start: 0, end: 0, worst: worst, worstTime: 1.25, drift: drift, driftError: driftError,
            course: course)
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
        _ kind: String = "pictures", bitrate: Double? = 1_000_000, keyDistance: ProbeReport.Spread? = nil
    ) -> ProbeReport.Stream {
        ProbeReport.Stream(
            kind: kind, codec: kind == "sound" ? "AAC" : "H.264", units: 100, bitrate: bitrate, keyDistance: keyDistance
        )
    }

    static func delay(worst: Double) -> ProbeReport.Delay {
        ProbeReport.Delay(median: worst / 3, percentile95: worst / 2, worst: worst, course: [])
    }

    static func pictureEvents(_ count: Int) -> [ProbeReport.PictureEvent] {
        (0..<count).map { ProbeReport.PictureEvent(number: UInt32($0), time: Double($0) / 30) }
    }

    static func soundEvent(_ kind: ProbeReport.SoundEvent.Kind, _ milliseconds: Double) -> ProbeReport.SoundEvent {
        ProbeReport.SoundEvent(kind: kind, time: 1, milliseconds: milliseconds)
    }
}

extension ProbeReport {
    /// The same with something changed.
    func with(_ change: (inout ProbeReport) -> Void) -> ProbeReport {
        var copy = self
        change(&copy)
        return copy
    }

    func withPictures(_ change: (inout Pictures) -> Void) -> ProbeReport {
        with {
            guard var pictures = $0.pictures else { return }
            change(&pictures)
            $0.pictures = pictures
        }
    }

    func withSound(_ change: (inout Sound) -> Void) -> ProbeReport {
        with {
            guard var sound = $0.sound else { return }
            change(&sound)
            $0.sound = sound
        }
    }
}
