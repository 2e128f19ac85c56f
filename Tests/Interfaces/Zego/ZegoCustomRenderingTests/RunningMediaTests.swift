import Foundation
import StudioCore
import Testing
import ZegoCustomRendering

@Suite("Custom rendering: what follows from calls")
struct RunningMediaTests {
    private typealias Action = CustomRenderingAction
    private typealias Machine = CustomRenderingStateMachine

    private let raw = RenderConfiguration(.raw, isYUV: true)

    @Test("each call starts and stops what it changes, in an order that loses no frame")
    func actions() throws {
        var (machine, media) = (Machine(), RunningMedia())
        let small = CaptureSettings(width: 180, height: 320, framesPerSecond: 10)
        func follow(isHardwareDecoding: Bool = false) -> [Action] {
            media.follow(machine, [0: small], isHardwareDecoding: isHardwareDecoding)
        }
        try machine.enable(raw)
        _ = try machine.login("room", user: "me")
        #expect(follow() == [.attach(published: [:])])
        _ = try machine.startPreview(0)
        #expect(
            follow() == [
                .open(channel: 0), .render(.captured(channel: 0), number: 1, raw),
                .attach(published: [:]), .startCamera(channel: 0, number: 2, small),
            ])
        _ = try machine.startPublishing("mine", channel: 0)
        #expect(follow() == [.attach(published: [0: "mine"]), .publish(channel: 0, small)])
        _ = try machine.startPublishing("other", channel: 1)
        #expect(
            follow() == [
                .open(channel: 1), .attach(published: [0: "mine", 1: "other"]), .publish(channel: 1, .standard),
                .startCamera(channel: 1, number: 5, .standard),
            ])
        _ = try machine.stopPreview(0)
        #expect(follow() == [.endRendering(.captured(channel: 0)), .attach(published: [0: "mine", 1: "other"])])
        _ = try machine.startPlaying("ada")
        #expect(
            follow(isHardwareDecoding: true) == [
                .play(stream: "ada", number: 6, isHardwareDecoded: true),
                .render(.remote(stream: "ada"), number: 7, raw),
                .attach(published: [0: "mine", 1: "other"]),
            ])
        #expect(media.isPlaying(6))
        #expect(media.isRendering(7))
        _ = machine.end()
        #expect(
            follow() == [
                .endRendering(.remote(stream: "ada")), .endPlaying(stream: "ada"), .stopCamera(channel: 0),
                .stopCamera(channel: 1), .endPublication(channel: 0), .endPublication(channel: 1),
                .attach(published: [:]),
            ])
        #expect(!media.isPlaying(6))
        #expect(!media.isRendering(7))
        #expect(follow() == [.attach(published: [:])])
    }

    @Test("a stream keeps its decoder until it is played again")
    func decoders() throws {
        var (machine, media) = (Machine(), RunningMedia())
        try machine.enable(raw)
        _ = try machine.login("room", user: "me")
        _ = try machine.startPlaying("ada")
        _ = try machine.setRendered(false, .remote(stream: "ada"))
        #expect(
            media.follow(machine, [:], isHardwareDecoding: true) == [
                .play(stream: "ada", number: 1, isHardwareDecoded: true), .attach(published: [:]),
            ])
        _ = try machine.setRendered(true, .remote(stream: "ada"))
        #expect(
            media.follow(machine, [:], isHardwareDecoding: false) == [
                .render(.remote(stream: "ada"), number: 2, raw), .attach(published: [:]),
            ])
    }

    @Test("a camera that fails is started again after the next call, unless another start has replaced it")
    func failures() throws {
        var (machine, media) = (Machine(), RunningMedia())
        _ = try machine.startPreview(0)
        func follow() -> [Action] { media.follow(machine, [:], isHardwareDecoding: false) }
        #expect(
            follow() == [
                .open(channel: 0), .attach(published: [:]), .startCamera(channel: 0, number: 1, .standard),
            ])
        media.cameraFailed(0, number: 1)
        #expect(!media.isCapturing(0))
        #expect(follow() == [.attach(published: [:]), .startCamera(channel: 0, number: 2, .standard)])
        media.cameraFailed(0, number: 1)
        #expect(media.isCapturing(0))
        #expect(follow() == [.attach(published: [:])])
    }

    private enum Input: CaseIterable {
        case preview, stopPreview, publish, stopPublish, play, stopPlay, camera, silence, leave

        func apply(to machine: inout Machine, _ isOn: Bool) throws {
            switch self {
            case .preview: _ = try machine.startPreview(0)
            case .stopPreview: _ = try machine.stopPreview(0)
            case .publish: _ = try machine.startPublishing("mine", channel: 0)
            case .stopPublish: _ = try machine.stopPublishing(channel: 0)
            case .play: _ = try machine.startPlaying("ada")
            case .stopPlay: _ = try machine.stopPlaying("ada")
            case .camera: try machine.setCamera(isOn, channel: 0)
            case .silence: _ = try machine.setRendered(isOn, .remote(stream: "ada"))
            case .leave:
                _ = machine.end()
                _ = try machine.login("room", user: "me")
            }
        }
    }

    /// What runs, as a performer sees it.
    private struct Performed: Equatable {
        var running: Set<String> = []
        var isOrdered = true

        mutating func perform(_ action: Action) {
            switch action {
            case .open(let channel): start("channel \(channel)")
            case .startCamera(let channel, _, _): start("camera \(channel)", needs: "channel \(channel)")
            case .stopCamera(let channel): stop("camera \(channel)")
            case .publish(let channel, _): start("publication \(channel)", needs: "channel \(channel)")
            case .endPublication(let channel): stop("publication \(channel)")
            case .play(let stream, _, _): start("play \(stream)")
            case .endPlaying(let stream): stop("play \(stream)")
            case .render(let source, _, _): start("rendered \(source)")
            case .endRendering(let source): stop("rendered \(source)")
            case .attach: break
            case .enter, .leave, .warn, .report, .notify, .changeCamera, .setGates: isOrdered = false
            }
        }

        private mutating func start(_ name: String, needs other: String? = nil) {
            let isFresh = running.insert(name).inserted
            isOrdered = isOrdered && isFresh && other.map(running.contains) ?? true
        }

        private mutating func stop(_ name: String) {
            if running.remove(name) == nil { isOrdered = false }
        }
    }

    @Test("all sequences of four calls: nothing is started or stopped twice, and what is wanted runs")
    func sequences() throws {
        let inputs = Input.allCases
        for number in 0..<Int(pow(Double(inputs.count), 4)) {
            var (machine, media, performed, rest) = (Machine(), RunningMedia(), Performed(), number)
            try machine.enable(raw)
            _ = try machine.login("room", user: "me")
            for step in 0..<4 {
                try inputs[rest % inputs.count].apply(to: &machine, !step.isMultiple(of: 2))
                rest /= inputs.count
                for action in media.follow(machine, [:], isHardwareDecoding: false) { performed.perform(action) }
                let running = performed.running.filter { !$0.hasPrefix("channel") && !$0.hasPrefix("publication") }
                let wanted = Set(
                    machine.cameras.map { "camera \($0)" } + machine.played.map { "play \($0)" }
                        + machine.rendered.map { "rendered \($0)" })
                guard performed.isOrdered, running == wanted else {
                    Issue.record("sequence \(number) differs at step \(step)")
                    return
                }
            }
        }
    }
}
