import ProductionStudio
import StudioCore
import StudioTestSupport
import Testing
import ZoomVideoSDK

@Suite("Zoom Video SDK: pipes")
struct PipeTests {
    private let emulation = ZoomVideoSDK.emulation

    @Test("a subscription with 720 lines reaches 1280x720, at 15 to 25 frames per second, after smaller frames")
    func reaches720() throws {
        try emulation.withSession(EmulatedSession(camera: nil)) { session in
            let ada = session.addUser("Ada", camera: .color())
            let sdk = try SDK().join(session)
            let client = PipeClient()
            #expect(try sdk.pipe(ada).subscribe(with: client, resolution: ._720) == .Errors_Success)
            session.advance(seconds: 4)
            #expect((60...101).contains(client.frames))
            #expect(client.sizes.all.first == [640, 360])
            #expect(client.sizes.all.last == [1280, 720])
            #expect(Set(client.sizes.all) == [[640, 360], [1280, 720]])
            #expect(client.summary == ["on", "frame"])
            #expect(try sdk.pipe(ada).unSubscribe(with: client) == .Errors_Success)
            #expect(reported == [])
        }
    }

    @Test(
        "each resolution has its 16:9 size; shares keep theirs",
        arguments: [
            (ZoomVideoSDKVideoResolution._90, [160, 90]), (._180, [320, 180]), (._360, [640, 360]),
            (._720, [1280, 720]),
        ] as [(ZoomVideoSDKVideoResolution, [Int])])
    func sizes(_ resolution: ZoomVideoSDKVideoResolution, size: [Int]) throws {
        try emulation.withSession(EmulatedSession(camera: nil)) { session in
            let ada = session.addUser("Ada", camera: .color(width: 1920, height: 1080, isExact: true))
            session.share(.color(width: 1000, height: 700, isExact: true), of: ada)
            let sdk = try SDK().join(session)
            let (camera, screen, again) = (PipeClient(), PipeClient(), PipeClient())
            session.advance(seconds: 0.1)
            let user = try #require(sdk.user(ada))
            let action = try #require(user.getShareActionList()?.first)
            #expect(user.getVideoPipe()?.subscribe(with: camera, resolution: resolution) == .Errors_Success)
            #expect(user.getSharePipe()?.subscribe(with: screen, resolution: resolution) == .Errors_Success)
            #expect(action.getSharePipe()?.subscribe(with: again, resolution: resolution) == .Errors_Success)
            #expect(action.getSharePipe()?.rawdataPipeType() == .shareData)
            #expect(action.getSharePipe()?.shareStatus()?.sharingStatus == .start)
            session.advance(seconds: 0.1)
            #expect(Set(camera.sizes.all) == [size])
            #expect(Set(screen.sizes.all) == [[1000, 700]])
            #expect(Set(again.sizes.all) == [[1000, 700]])
            session.stopSharing(of: ada)
            session.advance(seconds: 0.1)
            #expect(screen.log.all.last == "off")
            #expect(user.getShareActionList()?.isEmpty == true)
            #expect(action.getSharePipe()?.shareStatus()?.sharingStatus == .stop)
            #expect(user.getMultiCameraStreamList()?.isEmpty == true)
        }
    }

    @Test(
        """
        refused: outside a session, without a delegate, with Auto, of a user who left: ZV-PIPE-001 ZV-PIPE-002 \
        ZV-PIPE-003 ZV-PIPE-004 ZV-PIPE-006
        """)
    func refusals() throws {
        try emulation.withSession(EmulatedSession(camera: nil)) { session in
            let ada = session.addUser("Ada", camera: .small)
            let sdk = try SDK().join(session)
            let (client, user) = (PipeClient(), try #require(sdk.user(ada)))
            let pipe = try sdk.pipe(ada)
            #expect(pipe.subscribe(with: client, resolution: ._Auto) == .Errors_Invalid_Parameter)
            #expect(pipe.subscribe(with: nil, resolution: ._720) == .Errors_Invalid_Parameter)
            let other = PipeClient()
            #expect(pipe.subscribe(with: other, resolution: ._90) == .Errors_Success)
            #expect(pipe.unSubscribe(with: client) == .Errors_Wrong_Usage)
            #expect(pipe.unSubscribe(with: other) == .Errors_Success)
            session.removeUser(ada)
            session.advance(seconds: 0.1)
            #expect(pipe.subscribe(with: client, resolution: ._720) == .Errors_No_Video_Data)
            #expect(user.getSharePipe()?.subscribe(with: client, resolution: ._720) == .Errors_No_Share_Data)
            #expect(pipe.videoStatus() == nil)
            sdk.sdk.leaveSession(false)
            #expect(pipe.subscribe(with: nil, resolution: ._Auto) == .Errors_Not_In_Session)
            #expect(pipe.unSubscribe(with: client) == .Errors_Not_In_Session)
            session.advance(seconds: 1)
            #expect(client.log.all == [])
            #expect(
                reported == ["ZV-PIPE-003", "ZV-PIPE-002", "ZV-PIPE-006", "ZV-PIPE-004", "ZV-PIPE-001"])
        }
    }

    @Test("a client that unsubscribes again, or after the session, gets the codes, and is not accused")
    func cleanUp() throws {
        try emulation.withSession(EmulatedSession(camera: nil)) { session in
            let ada = session.addUser("Ada", camera: .small)
            let sdk = try SDK().join(session)
            let (first, second, pipe) = (PipeClient(), PipeClient(), try sdk.pipe(ada))
            #expect(pipe.unSubscribe(with: first) == .Errors_Wrong_Usage)
            for client in [first, second] {
                #expect(pipe.subscribe(with: client, resolution: ._90) == .Errors_Success)
            }
            #expect(pipe.unSubscribe(with: first) == .Errors_Success)
            #expect(pipe.unSubscribe(with: first) == .Errors_Wrong_Usage)
            session.advance(seconds: 1)
            #expect(first.frames == 0 && second.frames > 0)
            sdk.sdk.leaveSession(false)
            for client in [first, second] { #expect(pipe.unSubscribe(with: client) == .Errors_Not_In_Session) }
            #expect(reported == [])
        }
    }

    @Test("status on, frames, off; a late subscriber gets the status first; a user without video sends nothing")
    func status() throws {
        try emulation.withSession(EmulatedSession(camera: nil)) { session in
            let ada = session.addUser("Ada", camera: .small)
            let bob = session.addUser("Bob", camera: nil)
            let sdk = try SDK().join(session)
            let (first, late, other) = (PipeClient(), PipeClient(), PipeClient())
            let pipe = try sdk.pipe(ada)
            #expect(pipe.subscribe(with: first, resolution: ._90) == .Errors_Success)
            #expect(try sdk.pipe(bob).subscribe(with: other, resolution: ._90) == .Errors_Success)
            session.advance(seconds: 1)
            #expect(pipe.subscribe(with: late, resolution: ._180) == .Errors_Success)
            session.advance(seconds: 1)
            session.setCamera(isOn: false, of: ada)
            session.advance(seconds: 0.2)
            let frames = (first.frames, late.frames)
            session.advance(seconds: 1)
            #expect((first.frames, late.frames) == frames)
            session.setCamera(isOn: true, of: ada)
            session.advance(seconds: 1)
            #expect(first.summary == ["on", "frame", "off", "on", "frame"])
            #expect(late.summary == ["on", "frame", "off", "on", "frame"])
            #expect(other.log.all == [])
            session.removeUser(ada)
            session.advance(seconds: 1)
            #expect(first.log.all.last == "off")
            #expect(pipe.unSubscribe(with: first) == .Errors_Success)
            #expect(reported == [])
        }
    }

    @Test("the same delegate replaces its resolution, and gets each frame once")
    func replaced() throws {
        try emulation.withSession(EmulatedSession(camera: nil)) { session in
            let ada = session.addUser("Ada", camera: .exact)
            let sdk = try SDK().join(session)
            let (client, pipe) = (PipeClient(), try sdk.pipe(ada))
            #expect(pipe.subscribe(with: client, resolution: ._90) == .Errors_Success)
            session.advance(seconds: 1)
            #expect(pipe.subscribe(with: client, resolution: ._180) == .Errors_Success)
            session.advance(seconds: 1)
            #expect(client.frames == 60)
            #expect(Array(client.sizes.all.prefix(30)) == [[Int]](repeating: [160, 90], count: 30))
            #expect(Array(client.sizes.all.suffix(30)) == [[Int]](repeating: [320, 180], count: 30))
            #expect(client.summary == ["on", "frame"])
            #expect(pipe.unSubscribe(with: client) == .Errors_Success)
            #expect(pipe.unSubscribe(with: client) == .Errors_Wrong_Usage)
            session.advance(seconds: 1)
            #expect(client.frames == 60)
        }
    }

    @Test("unsubscribing, leaving and subscribing anew inside a callback: nothing deadlocks, nothing follows")
    func insideCallbacks() throws {
        try emulation.withSession(EmulatedSession(camera: nil)) { session in
            let ada = session.addUser("Ada", camera: .exact)
            let bob = session.addUser("Bob", camera: .exact)
            let sdk = try SDK().join(session)
            let (first, second) = (PipeClient(), PipeClient())
            let (adas, bobs) = (try sdk.pipe(ada), try sdk.pipe(bob))
            first.onFrame = { _ in
                #expect(adas.unSubscribe(with: first) == .Errors_Success)
                #expect(adas.subscribe(with: first, resolution: ._90) == .Errors_Success)
                if first.frames == 3 { #expect(adas.unSubscribe(with: first) == .Errors_Success) }
            }
            second.onFrame = { _ in
                if second.frames == 5 { ZoomVideoSDK.shareInstance()?.leaveSession(false) }
            }
            #expect(adas.subscribe(with: first, resolution: ._90) == .Errors_Success)
            #expect(bobs.subscribe(with: second, resolution: ._90) == .Errors_Success)
            session.advance(seconds: 1)
            #expect(first.frames == 3)
            #expect(second.frames == 5)
            #expect(reported == [])
        }
    }

    @Test("a delegate that has gone is one violation with user and pipe, and its pipe is free: ZV-PIPE-008")
    func goneDelegate() throws {
        try emulation.withSession(EmulatedSession(camera: nil)) { session in
            let (ada, bob) = (session.addUser("Ada", camera: .small), session.addUser("Bob", camera: nil))
            let sdk = try SDK().join(session)
            let pipe = try sdk.pipe(ada)
            var client: PipeClient? = PipeClient()
            #expect(pipe.subscribe(with: client, resolution: ._90) == .Errors_Success)
            session.advance(seconds: 1)
            client = nil
            session.advance(seconds: 1)
            #expect(reported == ["ZV-PIPE-008"])
            let violation = try #require(emulation.violations.first)
            #expect(violation.count == 1)
            #expect(violation.isRefusal)
            #expect(violation.error.message.contains("the video of user \(ada)"))
            // Without frames, it is found when the session is left.
            client = PipeClient()
            #expect(try sdk.pipe(bob).subscribe(with: client, resolution: ._90) == .Errors_Success)
            client = nil
            sdk.sdk.leaveSession(false)
            #expect(emulation.violations.first?.count == 2)
        }
    }

    @Test("1080 lines instead of 720, and a slow release, on request: ZV-PIPE-005")
    func conditions() throws {
        var conditions = EmulatedSession.Conditions()
        conditions.deliversFullHD = true
        conditions.releaseDelay = 2
        try emulation.withSession(EmulatedSession(conditions: conditions, camera: nil)) { session in
            let ada = session.addUser("Ada", camera: .color(width: 1920, height: 1080, isExact: true))
            let sdk = try SDK().join(session)
            let (client, pipe) = (PipeClient(), try sdk.pipe(ada))
            #expect(pipe.subscribe(with: client, resolution: ._720) == .Errors_Success)
            session.advance(seconds: 0.2)
            #expect(client.sizes.all.last == [1920, 1080])
            #expect(pipe.unSubscribe(with: client) == .Errors_Success)
            #expect(pipe.subscribe(with: client, resolution: ._720) == .Errors_Wrong_Usage)
            session.advance(seconds: 2)
            #expect(pipe.subscribe(with: client, resolution: ._720) == .Errors_Success)
            #expect(reported == ["ZV-PIPE-005"])
        }
    }

    @Test("three videos with 720 lines are reported: ZV-PIPE-007")
    func highDefinition() throws {
        try emulation.withSession(EmulatedSession(camera: nil)) { session in
            let users = (0..<3).map { session.addUser("User \($0)", camera: nil) }
            let (sdk, client) = (try SDK().join(session), PipeClient())
            for user in users {
                #expect(try sdk.pipe(user).subscribe(with: client, resolution: ._720) == .Errors_Success)
            }
            #expect(reported == ["ZV-PIPE-007"])
        }
    }

    @Test("raw data ends silently on request, and begins again with a new subscription")
    func revoked() throws {
        try emulation.withSession(EmulatedSession(camera: nil)) { session in
            let ada = session.addUser("Ada", camera: .small)
            let sdk = try SDK().join(session)
            let (client, pipe) = (PipeClient(), try sdk.pipe(ada))
            #expect(pipe.subscribe(with: client, resolution: ._90) == .Errors_Success)
            session.advance(seconds: 1)
            session.endRawData()
            let count = client.log.count
            session.advance(seconds: 1)
            #expect(client.log.count == count)
            #expect(pipe.subscribe(with: client, resolution: ._90) == .Errors_Success)
            session.advance(seconds: 1)
            #expect(client.log.count > count)
            #expect(client.summary == ["on", "frame"])
            #expect(reported == [])
        }
    }

    @Test("after raw data ended silently, a status waits for the next subscription")
    func revokedStatus() throws {
        try emulation.withSession(EmulatedSession(camera: nil)) { session in
            let ada = session.addUser("Ada", camera: .exact)
            let sdk = try SDK().join(session)
            let (client, pipe) = (PipeClient(), try sdk.pipe(ada))
            #expect(pipe.subscribe(with: client, resolution: ._90) == .Errors_Success)
            session.advance(seconds: 0.1)
            session.endRawData()
            session.setCamera(isOn: false, of: ada)
            session.advance(seconds: 0.1)
            #expect(client.summary == ["on", "frame"])
            #expect(pipe.subscribe(with: client, resolution: ._90) == .Errors_Success)
            session.advance(seconds: 0.1)
            #expect(client.summary == ["on", "frame", "off"])
            session.setCamera(isOn: true, of: ada)
            session.advance(seconds: 0.1)
            #expect(client.summary == ["on", "frame", "off", "on", "frame"])
        }
    }

    @Test("a delegate that is subscribed by several threads at once gets each frame once")
    func concurrent() throws {
        try emulation.withSession(EmulatedSession(camera: nil)) { session in
            let ada = session.addUser("Ada", camera: .exact)
            let sdk = try SDK().join(session)
            let pipe = try sdk.pipe(ada)
            // Its members have locks.
            nonisolated(unsafe) let client = PipeClient()
            for _ in 0..<20 {
                DispatchQueue.concurrentPerform(iterations: 8) { _ in
                    pipe.subscribe(with: client, resolution: ._90)
                }
                let count = client.frames
                session.advance(seconds: 0.1)
                #expect(client.frames == count + 3)
            }
            #expect(client.summary == ["on", "frame"])
            #expect(reported == [])
        }
    }

    @Test("frames have the range of their camera, and say which; samples are unchanged", arguments: [false, true])
    func range(_ isFull: Bool) throws {
        try emulation.withSession { session in
            let color = EmulatedSession.Camera.color(y: 5, u: 3, v: 250, width: 320, height: 180, isExact: true)
            let ada = session.addUser("Ada", camera: isFull ? color.fullRange : color)
            let (client, seen) = (PipeClient(), Recorder<[Int]>())
            client.onFrame = { frame in
                let form = [frame.isLimited ? 1 : 0, frame.format == .I420 ? 1 : 0]
                seen.record(form + frame.colors.map { Int($0 ?? 0) })
            }
            let sdk = try SDK().join(session)
            #expect(try sdk.pipe(ada).subscribe(with: client, resolution: ._180) == .Errors_Success)
            session.advance(seconds: 0.1)
            let frame = try #require(seen.all.first)
            #expect(frame[0...1] == (isFull ? [0, 1] : [1, 0]))
            #expect(frame[3...4] == [3, 250])
        }
    }

    @Test("a user who joined without a camera can switch it on, and off again")
    func lateCamera() throws {
        try emulation.withSession { session in
            let ada = session.addUser("Ada", camera: nil)
            let client = PipeClient()
            let sdk = try SDK().join(session)
            #expect(try sdk.pipe(ada).subscribe(with: client, resolution: ._90) == .Errors_Success)
            session.setCamera(isOn: false, of: ada)
            session.advance(seconds: 1)
            #expect(client.frames == 0)
            for isOn in [true, false, true] {
                let before = client.frames
                session.setCamera(isOn: isOn, of: ada)
                session.advance(seconds: 1)
                #expect((client.frames > before + 10) == isOn)
                #expect(try sdk.pipe(ada).videoStatus()?.on == isOn)
            }
            #expect(Array(client.summary.drop { $0 == "off" }) == ["on", "frame", "off", "on", "frame"])
        }
    }

    @Test("frames of another rate, and a stall after which the last second arrives or is lost")
    func rateAndStall() throws {
        try emulation.withSession { session in
            let ada = session.addUser("Ada", camera: .exact)
            let (client, times) = (PipeClient(), Recorder<TimeInterval>())
            client.onFrame = { times.record($0.timeStamp?.timeIntervalSince(session.startDate) ?? .nan) }
            let sdk = try SDK().join(session)
            #expect(try sdk.pipe(ada).subscribe(with: client, resolution: ._90) == .Errors_Success)
            session.setFrameRate(60, of: ada)
            session.advance(seconds: 0.1)
            let before = client.frames
            session.advance(seconds: 1)
            #expect(abs(client.frames - before - 60) <= 1)
            session.setFrameRate(10, of: ada)
            session.advance(seconds: 0.1)
            for catchesUp in [false, true] {
                session.stallVideo(of: ada)
                let stalled = client.frames
                session.advance(seconds: 0.5)
                #expect(client.frames == stalled)
                session.resumeVideo(of: ada, catchesUp: catchesUp)
                session.advance(seconds: 0.15)
                // Of frames that arrive at once, the first and the newest one are delivered.
                let gap = try #require(times.all.dropFirst(stalled).first) - times.all[stalled - 1]
                #expect((gap < 0.2) == catchesUp, "\(gap)")
            }
            #expect(times.all == times.all.sorted())
        }
    }
}
