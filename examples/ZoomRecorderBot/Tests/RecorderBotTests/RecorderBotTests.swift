import RecorderBot
import Testing
import ZoomVideoSDK

@Suite("Recorder bot")
struct RecorderBotTests {
    /// What the bot records of Ada in a second with a slow disk, and which rules it breaks.
    private func record(
        _ makeRecorder: @escaping (Recording, DispatchQueue) -> VideoRecorder
    ) throws -> (recording: Recording, violations: [String]) {
        try ZoomVideoSDK.emulation.withSession { session in
            let ada = session.addUser("Ada")
            let bot = RecorderBot(start: session.startDate, makeRecorder: makeRecorder)
            bot.join("show", token: "token")
            bot.writer.suspend()
            session.advance(seconds: 1)
            bot.writer.resume()
            bot.writer.sync {}
            bot.leave()
            session.advance(seconds: 0.1)
            #expect(ZoomVideoSDK.emulation.heldFrames.isEmpty)
            #expect(ZoomVideoSDK.emulation.droppedFrames == 0)
            let violations = ZoomVideoSDK.emulation.violations.map {
                "\($0.error)".replacingOccurrences(of: "\(ada)", with: "Ada")
            }
            return (try #require(bot.recordings[ada]), violations)
        }
    }

    @Test("the bot writes every frame, also those of a second in which the disk is busy")
    func correct() throws {
        let (recording, violations) = try record { VideoRecorder($0, $1) }
        #expect((15...26).contains(recording.times.count))
        #expect(recording.times == recording.times.sorted())
        #expect(Set(recording.lumas).count == recording.lumas.count)
        #expect(recording.lostFrames == 0)
        #expect(violations == [])
    }

    @Test("a frame without a reference has no content on another queue, and the session names it")
    func faulty() throws {
        let (recording, violations) = try record { FaultyVideoRecorder($0, $1) }
        #expect(recording.times == [])
        #expect((15...26).contains(recording.lostFrames))
        #expect(violations.count == 1)
        #expect(violations.first?.contains("ZV-REF-001: frame 1 of the video of user Ada") == true)
        #expect(violations.first?.contains("call addRef inside the callback") == true)
    }

    @Test("two users with one name have a recording each")
    func names() {
        ZoomVideoSDK.emulation.withSession { session in
            let users = [session.addUser("Ada", camera: nil), session.addUser("Ada", camera: nil)]
            let bot = RecorderBot(start: session.startDate)
            bot.join("show", token: "token")
            session.advance(seconds: 0.1)
            bot.leave()
            #expect(bot.recordings.keys.sorted() == users.sorted())
        }
    }

    @Test("pauses stay in the recording of a user who is silent in between")
    func pauses() throws {
        try ZoomVideoSDK.emulation.withSession { session in
            let ada = session.addUser("Ada", camera: nil)
            let bot = RecorderBot(start: session.startDate)
            bot.join("show", token: "token")
            session.advance(seconds: 1)
            session.setSpeaking(false, of: ada)
            session.advance(seconds: 3)
            session.setSpeaking(true, of: ada)
            session.advance(seconds: 1)
            bot.leave()
            let samples = try #require(bot.recordings[ada]).samples
            #expect((4.9...5).contains(Double(samples.count) / 32_000))
            #expect(samples[40_000..<120_000].allSatisfy { $0 == 0 })
            #expect(samples.suffix(16_000).contains { $0 != 0 })
            #expect(ZoomVideoSDK.emulation.violations.isEmpty)
        }
    }
}
