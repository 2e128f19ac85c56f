import MediaReceiving
import ProductionStudio
import StudioCore
import StudioTestSupport
import Testing
import ZoomVideoSDK

@Suite("Zoom Video SDK: memory")
struct MemoryTests {
    private let emulation = ZoomVideoSDK.emulation

    /// What became of a frame that a client holds on another queue while further frames arrive.
    private struct Outcome: Hashable, Sendable {
        var couldReference: Bool
        var inside: [UInt8?]
        var later: [UInt8?] = []
        var remaining = -1
        var released: [UInt8?] = []
    }

    private func hold(_ mode: ZoomVideoSDKRawDataMemoryMode?) throws -> Outcome {
        let outcome = Recorder<Outcome>()
        try emulation.withSession(EmulatedSession(camera: nil)) { session in
            let ada = session.addUser("Ada", camera: .small)
            let sdk = try SDK { params in
                if let mode { params.videoRawdataMemoryMode = mode }
            }.join(session)
            let (client, background) = (PipeClient(), DispatchQueue(label: "test.background"))
            background.suspend()
            client.onFrame = { frame in
                guard client.frames == 3 else { return }
                guard frame.canAddRef() else {
                    return outcome.record(Outcome(couldReference: false, inside: frame.colors))
                }
                let inside = frame.colors
                #expect(frame.addRef())
                background.async {
                    var result = Outcome(couldReference: true, inside: inside)
                    result.later = frame.colors
                    result.remaining = frame.releaseRef()
                    result.released = frame.colors
                    outcome.record(result)
                }
            }
            #expect(try sdk.pipe(ada).subscribe(with: client, resolution: ._360) == .Errors_Success)
            session.advance(seconds: 2)
            #expect(try sdk.pipe(ada).unSubscribe(with: client) == .Errors_Success)
            sdk.sdk.leaveSession(false)
            // Not a violation: the frame will be released.
            #expect(reported == (mode == .stack ? [] : ["ZV-REF-008"]))
            #expect(!emulation.violations.contains { $0.isRefusal })
            background.resume()
            #expect(outcome.wait(count: 1))
        }
        return try #require(outcome.all.first)
    }

    @Test("a frame is intact on another queue, with heap memory and without a mode, until its last release: ZV-REF-001")
    func intact() throws {
        for mode in [ZoomVideoSDKRawDataMemoryMode.heap, nil] {
            let outcome = try hold(mode)
            #expect(outcome.couldReference)
            #expect(outcome.inside.suffix(2) == [110, 150])
            #expect(outcome.inside.first != .some(nil))
            #expect(outcome.later == outcome.inside)
            #expect(outcome.remaining == 0)
            #expect(outcome.released == [nil, nil, nil])
        }
    }

    @Test("with stack memory the guard returns")
    func stack() throws {
        let outcome = try hold(.stack)
        #expect(!outcome.couldReference)
        #expect(outcome.inside.suffix(2) == [110, 150])
    }

    @Test(
        """
        a frame without a reference has no planes after its callback, and a violation names it; a late, a missing and a \
        forbidden reference: ZV-REF-001 ZV-REF-002 ZV-REF-004 ZV-REF-005
        """)
    func misuse() throws {
        try emulation.withSession(EmulatedSession(camera: nil)) { session in
            let ada = session.addUser("Ada", camera: .exact)
            session.share(.color(width: 320, height: 180, isExact: true), of: ada)
            let sdk = try SDK { $0.shareRawdataMemoryMode = .stack }.join(session)
            let (camera, screen) = (PipeClient(), PipeClient())
            var kept: [ZoomVideoSDKVideoRawData] = []
            camera.onFrame = { kept.append($0) }
            screen.onFrame = { frame in
                if screen.frames == 1 { #expect(!frame.addRef()) }
            }
            let user = try #require(sdk.user(ada))
            #expect(user.getVideoPipe()?.subscribe(with: camera, resolution: ._90) == .Errors_Success)
            #expect(user.getSharePipe()?.subscribe(with: screen, resolution: ._90) == .Errors_Success)
            session.advance(seconds: 0.1)
            let frame = try #require(kept.first)
            #expect(frame.yBuffer == nil)
            #expect(frame.uBuffer == nil)
            #expect(frame.size == CGSize(width: 160, height: 90))
            #expect(!frame.canAddRef())
            #expect(!frame.addRef())
            #expect(frame.releaseRef() == 0)
            #expect(reported == ["ZV-REF-002", "ZV-REF-001", "ZV-REF-004", "ZV-REF-005"])
            let stale = try #require(emulation.violations.first { $0.error.rule.id.rawValue == "ZV-REF-001" })
            #expect(stale.error.message.contains("frame 1 of the video of user \(ada)"))
            #expect(stale.count == 1)
            #expect(stale.isRefusal)
        }
    }

    @Test(
        "references that are never released exhaust the pool, and are reported with file and line: ZV-REF-006 ZV-REF-007"
    )
    func leak() throws {
        try emulation.withSession(EmulatedSession(camera: nil)) { session in
            let ada = session.addUser("Ada", camera: .exact)
            let sdk = try SDK().join(session)
            let client = PipeClient()
            var lines: Set<UInt> = []
            client.onFrame = { frame in
                guard frame.canAddRef() else { return }
                frame.addRef()
                lines.insert(#line - 1)
            }
            #expect(try sdk.pipe(ada).subscribe(with: client, resolution: ._90) == .Errors_Success)
            session.advance(seconds: 1)
            #expect(client.frames == 30)
            #expect(emulation.heldFrames.map(\.count) == [30])
            #expect(emulation.heldFrames.map(\.line) == Array(lines))
            #expect(emulation.heldFrames.first?.file == "ZoomVideoSDKTests/MemoryTests.swift")
            #expect(reported == [])
            session.advance(seconds: 1)
            #expect(client.frames == 32)
            #expect(emulation.droppedFrames == 28)
            #expect(reported == ["ZV-REF-006"])
            #expect(emulation.violations.first?.error.message.contains("MemoryTests.swift:\(lines.first ?? 0)") == true)
            sdk.sdk.leaveSession(false)
            #expect(reported == ["ZV-REF-006", "ZV-REF-007"])
            // Nobody has an object that could release them.
            #expect(emulation.heldFrames.isEmpty)
            #expect(emulation.droppedFrames == 28)
        }
    }

    @Test("drops stay counted when the delegate is gone")
    func dropsOfGone() throws {
        try emulation.withSession(EmulatedSession(camera: nil)) { session in
            let ada = session.addUser("Ada", camera: .exact)
            let sdk = try SDK().join(session)
            var client: PipeClient? = PipeClient()
            client?.onFrame = { if $0.canAddRef() { $0.addRef() } }
            #expect(try sdk.pipe(ada).subscribe(with: client, resolution: ._90) == .Errors_Success)
            session.advance(seconds: 2)
            #expect(emulation.droppedFrames == 28)
            client = nil
            session.setCamera(isOn: false, of: ada)
            session.advance(seconds: 0.1)
            #expect(reported == ["ZV-REF-006", "ZV-PIPE-008"])
            #expect(emulation.droppedFrames == 28)
        }
    }

    @Test("frames that are held stay counted when the resolution changes")
    func leakAcrossResolutions() throws {
        try emulation.withSession(EmulatedSession(camera: nil)) { session in
            let ada = session.addUser("Ada", camera: .color(width: 320, height: 180, isExact: true))
            let sdk = try SDK().join(session)
            let (client, pipe) = (PipeClient(), try sdk.pipe(ada))
            client.onFrame = { if $0.canAddRef() { $0.addRef() } }
            #expect(pipe.subscribe(with: client, resolution: ._90) == .Errors_Success)
            session.advance(seconds: 1)
            #expect(pipe.subscribe(with: client, resolution: ._180) == .Errors_Success)
            session.advance(seconds: 1)
            #expect(client.frames == 32)
            #expect(emulation.droppedFrames == 28)
            #expect(emulation.heldFrames.map(\.count) == [32])
            #expect(reported == ["ZV-REF-006"])
        }
    }

    @Test("counted references: each release returns what remains; a released frame makes room")
    func counting() throws {
        try emulation.withSession(EmulatedSession(camera: nil)) { session in
            let ada = session.addUser("Ada", camera: .exact)
            let sdk = try SDK { $0.videoRawdataMemoryMode = .heap }.join(session)
            let (client, counts) = (PipeClient(), Recorder<Int>())
            client.onFrame = { frame in
                #expect(frame.canAddRef())
                #expect(frame.addRef())
                #expect(frame.addRef())
                counts.record(frame.releaseRef())
                counts.record(frame.releaseRef())
                #expect(frame.yBuffer != nil)
            }
            #expect(try sdk.pipe(ada).subscribe(with: client, resolution: ._90) == .Errors_Success)
            session.advance(seconds: 2)
            #expect(client.frames == 60)
            #expect(counts.all == (0..<60).flatMap { _ in [1, 0] })
            #expect(emulation.heldFrames.isEmpty)
            #expect(reported == [])
        }
    }

    @Test(
        "audio without a mode cannot be referenced, and one note names the property; with heap memory it can: ZV-REF-003"
    )
    func audio() throws {
        func hold(_ mode: ZoomVideoSDKRawDataMemoryMode?) throws -> (could: Bool, peak: Int, rules: [String]) {
            try emulation.withSession(EmulatedSession(camera: nil)) { session in
                session.addUser("Ada", camera: .small)
                let sdk = try SDK { params in
                    if let mode { params.audioRawdataMemoryMode = mode }
                }
                let client = SessionClient()
                var kept: ZoomVideoSDKAudioRawData?
                client.onAudio = { _, data in
                    if client.audio.count > 50, kept == nil, data.canAddRef(), data.addRef() { kept = data }
                }
                sdk.join(session, delegate: client)
                #expect(sdk.audio.subscribe() == .Errors_Success)
                session.advance(seconds: 1)
                let peak = kept?.peak ?? 0
                #expect(kept?.releaseRef() ?? 0 == 0)
                return (kept != nil, peak, reported)
            }
        }
        let unset = try hold(nil)
        #expect(!unset.could)
        #expect(unset.rules == ["ZV-REF-003"])
        let stack = try hold(.stack)
        #expect(!stack.could)
        #expect(stack.rules == [])
        let heap = try hold(.heap)
        #expect(heap.could)
        #expect((6000...6600).contains(heap.peak))
        #expect(heap.rules == [])
    }

    @Test("held audio blocks exhaust their pool")
    func audioLeak() throws {
        try emulation.withSession(EmulatedSession(camera: nil)) { session in
            session.addUser("Ada", camera: .small)
            let sdk = try SDK { $0.audioRawdataMemoryMode = .heap }
            let client = SessionClient()
            client.onAudio = { _, data in if data.canAddRef() { data.addRef() } }
            sdk.join(session, delegate: client)
            #expect(sdk.audio.subscribe() == .Errors_Success)
            session.advance(seconds: 4)
            #expect(client.audio.count == 512)
            #expect(emulation.droppedBlocks > 200)
            #expect(sdk.audio.unSubscribe() == .Errors_Success)
            #expect(sdk.audio.subscribe() == .Errors_Success)
            session.advance(seconds: 1)
            #expect(client.audio.count == 512)
            #expect(reported == ["ZV-REF-006"])
        }
    }

    @Test(
        "a reference that is taken without canAddRef is reported, in heap memory and without a mode: ZV-REF-009",
        arguments: [ZoomVideoSDKRawDataMemoryMode.heap, nil], [true, false])
    func unasked(mode: ZoomVideoSDKRawDataMemoryMode?, asks: Bool) throws {
        try emulation.withSession(EmulatedSession(camera: nil)) { session in
            let ada = session.addUser("Ada", camera: .exact)
            let sdk = try SDK { params in
                if let mode { params.videoRawdataMemoryMode = mode }
            }.join(session)
            let client = PipeClient()
            client.onFrame = { frame in
                if asks { #expect(frame.canAddRef()) }
                #expect(frame.addRef())
                #expect(frame.releaseRef() == 0)
            }
            #expect(try sdk.pipe(ada).subscribe(with: client, resolution: ._90) == .Errors_Success)
            session.advance(seconds: 0.5)
            #expect(reported == (asks ? [] : ["ZV-REF-009"]))
            #expect(emulation.violations.map(\.count) == (asks ? [] : [client.frames]))
            #expect(emulation.violations.allSatisfy { !$0.isRefusal })
        }
    }

    @Test("memory modes read as stack until they are set")
    func defaults() {
        let params = ZoomVideoSDKInitParams()
        #expect(params.videoRawdataMemoryMode == .stack)
        #expect(params.shareRawdataMemoryMode == .stack)
        #expect(params.audioRawdataMemoryMode == .stack)
        params.videoRawdataMemoryMode = .heap
        #expect(params.videoRawdataMemoryMode == .heap)
        #expect(params.shareRawdataMemoryMode == .stack)
    }

    @Test("guarded frames and blocks have the same content, and memory of their own")
    func guarded() throws {
        var conditions = EmulatedSession.Conditions()
        conditions.guardsMemory = true
        try emulation.withSession(EmulatedSession(conditions: conditions, camera: nil)) { session in
            let ada = session.addUser("Ada", camera: .color(width: 160, height: 90, isExact: true))
            let (client, listener) = (PipeClient(), SessionClient())
            let sdk = try SDK().join(session, delegate: listener)
            let (addresses, peaks) = (Recorder<UInt>(), Recorder<Int>())
            client.onFrame = { frame in
                #expect(frame.colors.suffix(2) == [110, 150])
                addresses.record(UInt(bitPattern: frame.yBuffer))
            }
            listener.onAudio = { _, data in peaks.record(data.peak) }
            #expect(try sdk.pipe(ada).subscribe(with: client, resolution: ._90) == .Errors_Success)
            #expect(sdk.audio.subscribe() == .Errors_Success)
            session.advance(seconds: 0.5)
            #expect(addresses.count == 15)
            #expect(peaks.all.max() ?? 0 > 6000)
        }
    }

    @Test("edits of a delegate do not reach a delegate with another resolution")
    func edits() throws {
        try emulation.withSession(EmulatedSession(camera: nil)) { session in
            let ada = session.addUser("Ada", camera: .color(width: 160, height: 90, isExact: true))
            let sdk = try SDK().join(session)
            let (editor, reader, seen) = (PipeClient(), PipeClient(), Recorder<[UInt8?]>())
            editor.onFrame = { frame in
                guard let luma = frame.yBuffer else { return }
                UnsafeMutableRawPointer(luma).initializeMemory(as: UInt8.self, repeating: 1, count: 160 * 90)
            }
            reader.onFrame = { seen.record($0.colors) }
            let pipe = try sdk.pipe(ada)
            #expect(pipe.subscribe(with: editor, resolution: ._90) == .Errors_Success)
            #expect(pipe.subscribe(with: reader, resolution: ._180) == .Errors_Success)
            session.advance(seconds: 0.1)
            #expect(seen.all == [[61, 110, 150], [62, 110, 150], [63, 110, 150]])
        }
    }

    @Test("in strict mode, a release without a reference traps")
    func strict() async {
        await #expect(processExitsWith: .failure) {
            try ZoomVideoSDK.emulation.withSession(isStrict: true) { session in
                let ada = session.addUser("Ada", camera: .small)
                let (sdk, client) = (try SDK().join(session), PipeClient())
                client.onFrame = { $0.releaseRef() }
                _ = try sdk.pipe(ada).subscribe(with: client, resolution: ._90)
                session.advance(seconds: 1)
            }
        }
    }
}
