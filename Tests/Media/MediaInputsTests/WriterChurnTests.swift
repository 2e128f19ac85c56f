import Foundation
import ProductionStudioTesting
import StudioCore
import StudioTestSupport
import Testing

@testable import MediaInputs

/// FIFOs whose writers die at any moment and are followed at any moment. `PSSTUDIO_WRITERS=100` runs the long form.
@Suite(.timeLimit(.minutes(10)))
struct WriterChurnTests {
    private static let writers = ProcessInfo.processInfo.environment["PSSTUDIO_WRITERS"].flatMap { Int($0) } ?? 12
    private static let sizes = [(128, 72), (64, 64), (320, 180), (176, 144), (96, 128)]
    private static let rates = [24, 25, 30, 50, 60]
    /// The luma of writers that die at once.
    private static let short: UInt8 = 60

    /// The luma of a writer that stays until it is on air; different from that of its neighbours.
    private static func luma(_ number: Int) -> UInt8 { UInt8(100 + 4 * (number % 30)) }

    @Test(
        "a writer that dies anywhere in its stream is followed by the next one, of another size and rate",
        arguments: 1...3)
    func churn(_ seed: UInt64) throws {
        // No writer is slow, so that each slate is due to one that has gone.
        let (show, watcher) = (FIFOFixture.Show(slateAfter: .seconds(1000)), LumaWatcher())
        let media = try FIFOFixture.run(show, to: [watcher]) { writer in
            var random = SeededRandom(seed: seed)
            for number in 0..<Self.writers {
                let (width, height) = Self.sizes.randomElement(using: &random) ?? (128, 72)
                let rate = Self.rates.randomElement(using: &random) ?? 30
                let descriptor = try writer.open()
                // The first one gives the session its size.
                let stays = number == 0 || number == Self.writers - 1 || Bool.random(using: &random)
                let luma = stays ? Self.luma(number) : Self.short
                let header = FIFOFixture.Writer.header(width, height, rate: rate)
                let frame = FIFOFixture.Writer.frame(width, height, luma: luma)
                if stays {
                    writer.write(descriptor, header)
                    try write(frame, to: descriptor, of: writer, until: watcher, shows: luma)
                    writer.write(descriptor, Array(frame.prefix(Int.random(in: 0..<frame.count, using: &random))))
                } else {
                    let stream = header + frame + frame
                    writer.write(descriptor, Array(stream.prefix(Int.random(in: 0..<stream.count, using: &random))))
                }
                let slates = show.slates.count
                close(descriptor)
                // The next one comes at once, or under the slate.
                if stays, Bool.random(using: &random) { #expect(show.slates.wait(count: slates + 1)) }
            }
        }
        for (one, next) in zip(media.frames, media.frames.dropFirst()) { #expect(one.time < next.time) }
        let sizes = Set(media.frames.map { [$0.width, $0.height] })
        #expect(sizes.count == 1, "\(sizes)")
        #expect(show.program.counts.sourceChanges == 0)
        #expect(show.program.counts.slates == show.slates.count)
        #expect(show.program.counts.slates - show.returns.count == (show.program.counts.isSlateOnAir ? 1 : 0))
    }

    /// Writes frames until one is on air.
    private func write(
        _ frame: [UInt8], to descriptor: Int32, of writer: FIFOFixture.Writer, until watcher: LumaWatcher,
        shows luma: UInt8
    ) throws {
        let start = watcher.lumas.count
        for _ in 0..<2000 {
            writer.write(descriptor, frame)
            if watcher.lumas.wait(seconds: 0.01, for: { $0 == luma }), watcher.lumas.all[start...].contains(luma) {
                return
            }
        }
        throw TestFailure("the writer of luma \(luma) did not come on air")
    }
}
