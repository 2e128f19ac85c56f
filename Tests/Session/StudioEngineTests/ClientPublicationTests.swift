import Dispatch
import ProductionStudio
import StudioCore
import StudioMeeting
import StudioRuntime
import StudioTestSupport
import Testing

@testable import StudioEngine

@Suite("PSSTUDIO_OUT for a client that receives media")
struct ClientPublicationTests {
    /// A camera in a meeting on a manual clock.
    private struct Camera {
        let clock = ManualClock()
        let publisher: TrackPublisher
        let track: Track

        init() {
            let meeting = Meeting(clock: clock, callbackQueue: DispatchQueue(label: "psstudio.test.callbacks"))
            track = meeting.localTracks.camera
            publisher = TrackPublisher(track)
        }

        /// Publishes frames of one grey at 30 per second, as fast as the encoder takes them.
        func show(
            _ y: UInt8, _ width: Int = 64, _ height: Int = 36, _ range: VideoRange = .limited, frames: Int = 30,
            to publication: ClientPublication
        ) {
            let bytes = TestMedia.frame(width, height, y: y)
            for _ in 0..<frames {
                #expect(publication.program.localTracks.waitForCapacity(seconds: deadlineSeconds))
                let isPublished = bytes.withUnsafeBytes {
                    publisher.publish(
                        frame: $0, layout: .tight(width: width, height: height), range: range, time: clock.now)
                }
                #expect(isPublished)
                clock.advance(by: MediaTime(count: 1, rate: .thirty))
            }
        }
    }

    private static let form = ClientPublication.Form(width: 64, height: 36)

    private func environment(_ outputs: String...) throws -> ClientEnvironment {
        let text = outputs.joined(separator: "\n")
        return try ClientEnvironment(variable: { ["PSSTUDIO_OUT": text][$0] })
    }

    /// The grey in the middle of each frame of 64x36.
    private func greys(_ path: String) throws -> [Int] {
        let (bytes, size) = (try decodedFrames(path), 64 * 36 * 3 / 2)
        #expect(bytes.count.isMultiple(of: size))
        return (0..<bytes.count / size).map { Int(bytes[$0 * size + 18 * 64 + 32]) }
    }

    private func isNear(_ values: some Sequence<Int>, _ wanted: Int) -> Bool {
        values.allSatisfy { abs($0 - wanted) <= 3 }
    }

    @Test("frames of another size or range are converted to the program's, at the same times")
    func conversion() throws {
        let folder = try TestFolder()
        let environment = try environment(folder.file("show.mp4"))
        let camera = Camera()
        let publication = try #require(environment.publish(Self.form, clock: camera.clock))
        publication.setCamera(camera.track)
        camera.show(50, to: publication)
        camera.show(150, 128, 72, to: publication)
        camera.show(255, 64, 36, .full, to: publication)
        camera.show(128, 32, 18, .full, to: publication)
        publication.finish()
        environment.finish()
        let probe = try MediaProbe(folder.file("show.mp4"))
        #expect(try probe.video.width == 64)
        #expect(try probe.video.height == 36)
        let greys = try greys(folder.file("show.mp4"))
        #expect(greys.count == 120)
        #expect(isNear(greys[0..<30], 50), "\(greys)")
        #expect(isNear(greys[30..<60], 150), "\(greys)")
        #expect(isNear(greys[60..<90], 235), "\(greys)")
        #expect(isNear(greys[90..<120], 126), "\(greys)")
    }

    @Test("another camera replaces the first one; nothing is published after the end; each publication has its file")
    func cameras() throws {
        let folder = try TestFolder()
        let environment = try environment(folder.file("show.mp4"))
        let (first, second) = (Camera(), Camera())
        for _ in 0..<2 {
            let publication = try #require(environment.publish(Self.form, clock: first.clock))
            publication.setCamera(first.track)
            first.show(60, frames: 10, to: publication)
            publication.setCamera(second.track)
            second.clock.advance(to: first.clock.now)
            first.show(200, frames: 1, to: publication)
            second.show(120, frames: 10, to: publication)
            first.clock.advance(to: second.clock.now)
            publication.finish()
            publication.finish()
            first.show(200, frames: 1, to: publication)
            second.show(200, frames: 1, to: publication)
        }
        environment.finish()
        for name in ["show.mp4", "show-2.mp4"] {
            let greys = try greys(folder.file(name))
            #expect(greys.count == 20)
            #expect(isNear(greys.prefix(10), 60), "\(greys)")
            #expect(isNear(greys.suffix(10), 120), "\(greys)")
        }
        #expect(try folder.names == ["show-2.mp4", "show.mp4"])
    }

    @Test("audio that is appended continues without gaps, beside black frames")
    func audio() throws {
        let folder = try TestFolder()
        let environment = try environment(folder.file("voice.mp4"))
        let clock = ManualClock()
        let publication = try #require(environment.publish(.audio, clock: clock))
        let tone = TestMedia.sine(2, frequency: 1000)
        for block in 0..<200 {
            clock.advance(by: .milliseconds(10))
            tone[block * 960..<(block + 1) * 960].withUnsafeBufferPointer { publication.append($0) }
        }
        publication.finish()
        environment.finish()
        let probe = try MediaProbe(folder.file("voice.mp4"))
        #expect(try probe.video.width == 640)
        #expect(probe.videoFrames.count == 60)
        let samples = try decodedSamples(folder.file("voice.mp4"))
        #expect(abs(samples.count - 2 * 96_000) <= 2 * 2048)
        // A gap would be a stretch of zeros.
        let blocks = stride(from: 9600, to: 2 * 96_000 - 9600, by: 960).map { samples[$0..<$0 + 960] }
        #expect(blocks.allSatisfy { block in block.contains { abs(Int($0)) > 1000 } })
        let luma = try decodedFrames(folder.file("voice.mp4"), count: 1).prefix(640 * 360)
        #expect(luma.allSatisfy { abs(Int($0) - 16) < 3 })
    }

    @Test("a captured camera is written only as long as nothing else in the process is published")
    func captured() throws {
        let folder = try TestFolder()
        let environment = try environment(folder.file("show.mp4"))
        let camera = Camera()
        let captured = try #require(environment.publish(Self.form, clock: camera.clock, isCamera: true))
        captured.setCamera(camera.track)
        camera.show(60, frames: 10, to: captured)
        // It does not wait for the camera's end, which this call causes.
        let published = try #require(environment.publish(Self.form, clock: camera.clock))
        published.setCamera(camera.track)
        #expect(camera.track.fanout.receivers.count == 1)
        camera.show(120, frames: 10, to: published)
        captured.finish()
        #expect(environment.publish(Self.form, clock: camera.clock, isCamera: true) == nil)
        camera.show(120, frames: 10, to: published)
        published.finish()
        #expect(environment.publish(Self.form, clock: camera.clock, isCamera: true) == nil)
        environment.finish()
        let (before, after) = (try greys(folder.file("show.mp4")), try greys(folder.file("show-2.mp4")))
        #expect(before.count == 10)
        #expect(isNear(before, 60), "\(before)")
        #expect(after.count == 20)
        #expect(isNear(after, 120), "\(after)")
        #expect(try folder.names == ["show-2.mp4", "show.mp4"])
    }

    @Test("a client that joins a meeting first keeps its outputs: a camera is not written")
    func capturedLater() throws {
        let folder = try TestFolder()
        let environment = try environment(folder.file("show.mp4"))
        let camera = Camera()
        let studio = StudioController(in: ClientPublication.makeProgram(camera.clock))
        environment.attach(studio: studio)
        #expect(environment.publish(Self.form, clock: camera.clock, isCamera: true) == nil)
        environment.finish()
        #expect(try folder.names == [])
    }

    @Test("outputs that are open do not delay others; after the end of the process, none is opened")
    func several() throws {
        let folder = try TestFolder()
        let environment = try environment(folder.file("show.mp4"))
        let cameras = [Camera(), Camera()]
        let publications = try cameras.map { camera in
            let publication = try #require(environment.publish(Self.form, clock: camera.clock))
            publication.setCamera(camera.track)
            camera.show(60, frames: 10, to: publication)
            return publication
        }
        environment.finish()
        let late = try #require(environment.publish(Self.form, clock: cameras[0].clock))
        for publication in publications + [late] { publication.finish() }
        #expect(try greys(folder.file("show.mp4")).count == 10)
        #expect(try greys(folder.file("show-2.mp4")).count == 10)
        #expect(try folder.names == ["show-2.mp4", "show.mp4"])
    }

    @Test("without outputs there is no publication, and its form is not asked for")
    func none() throws {
        func form() -> ClientPublication.Form {
            Issue.record("asked for")
            return Self.form
        }
        #expect(try environment().publish(form(), clock: ManualClock()) == nil)
    }
}
