import Dispatch
import Foundation
import ProductionStudioTesting
import StudioCore
import StudioMeeting
import StudioTestSupport
import StudioTrace
import Testing
import ZoomSDK

/// Who calls: which thread, and for how long it keeps the sender.
@Suite("The producer of a client, in its trace")
struct ProducerTests {
    /// Verifies the trace of a client as a strict judge does.
    private func findings(_ act: (SDKFixture) throws -> Void, in test: TestMeeting = TestMeeting()) throws -> [String] {
        let folder = try TestFolder()
        let path = folder.file("a.jsonl")
        try test.beginTrace(path)
        try inMeeting(test, act)
        try test.finishTrace()
        let trace = try Trace(bytes: [UInt8](try Data(contentsOf: URL(fileURLWithPath: path))))
        return TraceReport(trace, path: path, isStrict: true).findings.map(\.rule)
    }

    // MARK: The sender

    /// Keeps its sender until the stop, or until the callback.
    private final class Camera: NSObject, ZoomSDKMeetingProductionStudioControllerDelegate, @unchecked Sendable {
        // Safety: the test waits for the callbacks before it reads the sender.
        var sender: ZoomSDKPSSender?
        var second: ZoomSDKPSSender?

        func onStartPSModeResult(_ success: Bool) {}
        func onStartSend(_ sender: ZoomSDKPSSender?) { (second, self.sender) = (self.sender, sender) }
        func onStopSend() { (sender, second) = (nil, nil) }
    }

    private func stop(
        _ test: TestMeeting = TestMeeting(), with release: @escaping (Camera) -> Void
    ) throws -> [String] {
        try findings(
            { fixture in
                let camera = Camera()
                let controller = try #require(fixture.controller)
                #expect(controller.isSupportPSMode() && controller.canStartPSMode())
                controller.delegate = camera
                try #require(controller.startPSMode(capability()) == ZoomSDKError_Success)
                try fixture.test.wait(for: .sending)
                try fixture.test.settle()
                #expect(camera.sender?.send() == ZoomSDKError_Success)
                #expect(controller.stopPSMode() == ZoomSDKError_Success)
                release(camera)
                try fixture.test.wait(for: .idle)
                try fixture.test.settle()
                #expect(camera.sender == nil)
            }, in: test)
    }

    @Test("TRACE-ORDER-008: a sender that is released right at stopPSMode, but not in onStopSend")
    func release() throws {
        // The callback is late, as the client's own thread may be.
        var responses = StudioResponses.immediate
        responses.stopDelay = .milliseconds(100)
        #expect(try stop(TestMeeting(responses: responses)) { $0.sender = nil } == ["TRACE-ORDER-008"])
        #expect(try stop(TestMeeting(responses: responses)) { _ in } == [])
    }

    @Test("a sender that is delivered twice is kept by one of its two objects")
    func deliveredTwice() throws {
        var responses = StudioResponses.immediate
        (responses.stopDelay, responses.senderDelivery) = (.milliseconds(100), .twice)
        #expect(try stop(TestMeeting(responses: responses)) { $0.second = nil } == [])
    }

    // MARK: Threads

    enum Producer: String, CaseIterable {
        case twoThreads, oneThread, oneQueue, twoQueues, concurrentQueue, actor, tasks
    }

    private actor Sending {
        let sender: ZoomSDKPSSender

        init(_ sender: ZoomSDKPSSender) { self.sender = sender }

        func video() { ProducerTests.video(sender) }
        func audio() { ProducerTests.audio(sender) }
    }

    private static func video(_ sender: ZoomSDKPSSender) {
        for _ in 0..<12 { _ = sender.send() }
    }

    private static func audio(_ sender: ZoomSDKPSSender) {
        for _ in 0..<12 { _ = sender.sendSilence() }
    }

    /// Runs `body` on a thread of its own.
    private static func onThread(_ body: @escaping @Sendable () -> Void) {
        let isDone = DispatchSemaphore(value: 0)
        let thread = Thread {
            body()
            isDone.signal()
        }
        thread.start()
        isDone.wait()
    }

    private static func onQueues(_ queues: [DispatchQueue], _ sender: ZoomSDKPSSender) {
        let group = DispatchGroup()
        queues[0].async(group: group) { video(sender) }
        group.wait()
        queues[queues.count - 1].async(group: group) { audio(sender) }
        group.wait()
    }

    /// Runs tasks on threads of its own: tests that wait for the SDK may hold those of the pool.
    private final class Threads: TaskExecutor {
        private let queue = DispatchQueue(label: "tasks", attributes: .concurrent)

        func enqueue(_ job: consuming ExecutorJob) {
            let job = UnownedJob(job)
            queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
        }
    }

    private static let executor = Threads()

    private static func send(_ sender: ZoomSDKPSSender, from producer: Producer) {
        let queue = { DispatchQueue(label: $0) }
        let isDone = DispatchSemaphore(value: 0)
        switch producer {
        case .twoThreads:
            // The first one lives as long as the second one, so that the second one has another identifier.
            onThread {
                video(sender)
                onThread { audio(sender) }
            }
        case .oneThread:
            onThread {
                video(sender)
                audio(sender)
            }
        case .oneQueue: onQueues([queue("a")], sender)
        case .twoQueues: onQueues([queue("video"), queue("audio")], sender)
        case .concurrentQueue: onQueues([.global(), .global(qos: .utility)], sender)
        case .actor:
            Task.detached(executorPreference: executor) {
                let sending = Sending(sender)
                await sending.video()
                await sending.audio()
                isDone.signal()
            }
            isDone.wait()
        case .tasks:
            Task.detached(executorPreference: executor) {
                await Task.detached(executorPreference: executor) { video(sender) }.value
                await Task.detached(executorPreference: executor) { audio(sender) }.value
                isDone.signal()
            }
            isDone.wait()
        }
    }

    @Test(
        "TRACE-STRICT-001: two threads are named; one thread, queues, actors and tasks are not",
        arguments: Producer.allCases)
    func producers(producer: Producer) async throws {
        // On a thread of its own: it waits for the tasks.
        let found: [String] = try await withCheckedThrowingContinuation { continuation in
            Thread { continuation.resume(with: Result { try findings(from: producer) }) }.start()
        }
        #expect(found.contains("TRACE-STRICT-001") == (producer == .twoThreads), "\(found)")
    }

    private func findings(from producer: Producer) throws -> [String] {
        try findings { fixture in
            let sender = try fixture.open()
            Self.send(sender, from: producer)
            #expect(fixture.test.media.frames.count == 12)
            #expect(fixture.test.media.audioBlocks.count == 12)
        }
    }

    // MARK: The controller

    private func call(_ controller: ZoomSDKMeetingProductionStudioController) {
        #expect(controller.isSupportPSMode() && controller.canStartPSMode())
    }

    @Test("PS-SDK-023 a call from another thread than the main thread, which delivers the callbacks")
    func backgroundCall() throws {
        let found = try findings(
            { fixture in
                let controller = try #require(fixture.controller)
                Self.onThread { #expect(controller.isSupportPSMode() && controller.canStartPSMode()) }
            }, in: TestMeeting(callbackQueue: .main))
        #expect(found == ["PS-SDK-023"])
        // A test that chooses no queue may run on any thread.
        #expect(try findings { fixture in call(try #require(fixture.controller)) } == [])
    }

    /// A test of `MainActorTests`.
    @MainActor
    func checkMainCall() throws {
        let test = TestMeeting(callbackQueue: .main)
        #expect(try findings({ fixture in call(try #require(fixture.controller)) }, in: test) == [])
        #expect(test.violations.isEmpty)
    }
}
