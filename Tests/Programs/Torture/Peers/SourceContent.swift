import StudioTestSupport

/// The contents of writers and source files: changing frames, and a tone.
enum SourceContent {
    /// Samples of a block: 10 ms at 48 kHz.
    private static let blockSamples = 480

    static func y4mHeader(_ plan: TorturePlan) -> [UInt8] {
        let rate = fraction(plan.rate)
        return Array("YUV4MPEG2 W\(plan.size.width) H\(plan.size.height) F\(rate) Ip A1:1 C420jpeg\n".utf8)
    }

    /// A rate as y4m writes it.
    private static func fraction(_ rate: String) -> String {
        switch rate {
        case "29.97": "30000:1001"
        case "59.94": "60000:1001"
        case "23.976": "24000:1001"
        case "7.5": "15:2"
        case "0.1": "1:10"
        default: "\(rate):1"
        }
    }

    /// A moving bar on grey.
    static func frame(_ number: Int, _ size: FrameSize) -> [UInt8] {
        var frame = TestMedia.frame(size.width, size.height, y: UInt8(60 + number % 100))
        let bar = number * 4 % size.width
        for row in 0..<size.height {
            for column in bar..<min(bar + 8, size.width) { frame[row * size.width + column] = 220 }
        }
        return frame
    }

    /// A block of a tone, stereo.
    static func block(_ number: Int) -> [UInt8] { tone }

    /// 500 Hz has exactly five periods in 10 ms.
    private static let tone = TestMedia.wav(TestMedia.sine(0.01, frequency: 500)).suffix(blockSamples * 4).map { $0 }

    /// The data of a frame writer.
    static func frames(_ plan: TorturePlan, _ writer: WriterPlan, isY4M: Bool) -> @Sendable (Int) -> SourceWriter.Part?
    {
        let (size, header) = (plan.size, isY4M ? y4mHeader(plan) : [])
        return parts(writer) { number in
            (number == 0 ? header : []) + (isY4M ? Array("FRAME\n".utf8) : []) + frame(number, size)
        }
    }

    /// The data of an audio block writer.
    static func blocks(_ writer: WriterPlan) -> @Sendable (Int) -> SourceWriter.Part? {
        parts(writer) { block($0) }
    }

    /// The data of a burst writer.
    static func bursts(_ bursts: [AudioBurst]) -> @Sendable (Int) -> SourceWriter.Part? {
        { number in
            guard number < bursts.count else { return nil }
            let pause = number > 0 ? Double(bursts[number - 1].pause) / 1000 : 0
            return .init(pause: pause, bytes: (0..<bursts[number].milliseconds / 10).flatMap { block($0) })
        }
    }

    private static func parts(
        _ writer: WriterPlan, _ unit: @escaping @Sendable (Int) -> [UInt8]
    ) -> @Sendable (Int) -> SourceWriter.Part? {
        { number in
            guard number < writer.units, number <= writer.dies ?? .max else { return nil }
            let pause = writer.stalls.filter { $0.unit == number }.map(\.milliseconds).reduce(0, +)
            var bytes = unit(number)
            // Within a sample.
            if number == writer.dies { bytes.removeLast(bytes.count / 3 | 1) }
            return .init(pause: Double(pause) / 1000, bytes: bytes)
        }
    }
}
