import MediaInputs
import SessionProtocol
import StudioCore
import Testing
@testable import OBSWebSocket

/// Requests about scenes and their images.
struct SceneRequestTests {
    // MARK: Scenes

    @Test("SetCurrentProgramScene shows and ends the slate; the scene on air is no change")
    func scenes() throws {
        var fixture = try ServerFixture.running()
        #expect(fixture.code("SetCurrentProgramScene", ["sceneName": "Program"]) == 100)
        #expect(fixture.request("SetCurrentProgramScene", ["sceneUuid": .text(Scene.slate.uuid)]) == nil)
        #expect(fixture.perform() == [.showSlate])
        // It is wanted, and not on air yet.
        #expect(fixture.take(1).isEmpty)
        fixture.connect(2)
        #expect(fixture.answer("GetCurrentProgramScene", client: 2)?["sceneName"] == "Program")
        #expect(fixture.request("SetCurrentProgramScene", ["sceneName": "Slate"], client: 2) == nil)
        #expect(fixture.perform().isEmpty)
        fixture.publish(.slateShown(reason: .command, at: 1))
        for client in 1...2 {
            #expect(fixture.take(client).map { $0["d"]?["requestStatus"]?["code"] } == [100])
        }
        let scene = fixture.answer("GetCurrentProgramScene")
        #expect(scene?["sceneName"] == "Slate")
        #expect(scene?["currentProgramSceneName"] == "Slate")
        #expect(scene?["sceneUuid"] == scene?["currentProgramSceneUuid"])
        #expect(fixture.code("SetCurrentProgramScene", ["sceneName": "Slate"]) == 100)
        #expect(fixture.code("SetCurrentProgramScene", ["sceneName": "Camera"]) == 600)
        #expect(fixture.code("SetCurrentProgramScene", ["sceneUuid": .text(ProgramInput.uuid)]) == 602)
        #expect(fixture.code("SetCurrentProgramScene") == 300)
        let list = fixture.answer("GetSceneList")
        #expect(list?["scenes"]?.items?.map { $0["sceneIndex"] } == [0, 1])
        #expect(list?["currentPreviewSceneName"] == .null)
        var app = try ServerFixture.running(hasSlate: false)
        #expect(app.answer("GetSceneList")?["scenes"]?.items?.map { $0["sceneName"] } == ["Program"])
        #expect(app.code("SetCurrentProgramScene", ["sceneName": "Slate"]) == 600)
    }

    @Test("the slate is ended once, whoever asks; a scene that somebody else has chosen is no error")
    func chosenTwice() throws {
        var fixture = try ServerFixture.running()
        fixture.publish(.slateShown(reason: .command, at: 1))
        let program: JSON = ["sceneName": "Program"]
        #expect(fixture.request("SetCurrentProgramScene", program) == nil)
        fixture.connect(2)
        #expect(fixture.perform() == [.endSlate])
        #expect(fixture.request("SetCurrentProgramScene", program, client: 2) == nil)
        #expect(fixture.perform().isEmpty)
        fixture.publish(.slateEnded(at: 2))
        for client in 1...2 {
            #expect(fixture.take(client).map { $0["d"]?["requestStatus"]?["code"] } == [100])
        }
        // A controller of the control socket was faster: the command has no effect.
        for comes in [true, false] {
            let rejected = ControlError(.rejected, "showSlate has no effect")
            #expect(fixture.request("SetCurrentProgramScene", ["sceneName": "Slate"]) == nil)
            #expect(fixture.perform { _ in .failure(rejected) } == [.showSlate])
            if comes { fixture.publish(.slateShown(reason: .command, at: 3)) }
            fixture.advance(milliseconds: 1000)
            #expect(fixture.take(1).map { $0["d"]?["requestStatus"]?["code"] } == [comes ? 100 : 604])
            try fixture.answerSnapshot(ServerFixture.snapshot([]))
            if comes { fixture.publish(.slateEnded(at: 4)) }
        }
        // A session that shows its frames slowly has performed the command.
        #expect(fixture.request("SetCurrentProgramScene", ["sceneName": "Slate"]) == nil)
        fixture.perform()
        fixture.advance(milliseconds: 1000)
        #expect(fixture.take(1).map { $0["d"]?["requestStatus"]?["code"] } == [100])
        let error = ControlError(.unsupportedHere, "no slate")
        var other = try ServerFixture.running()
        #expect(other.request("SetCurrentProgramScene", ["sceneName": "Slate"]) == nil)
        other.perform { _ in .failure(error) }
        #expect(other.take(1).map { $0["d"]?["requestStatus"]?["code"] } == [703])
    }

    // MARK: Images

    @Test(
        "an image has the width that was asked for, within the limits of previews",
        arguments: [
            ([], 1280), ([("imageWidth", 320)], 320), ([("imageWidth", 8)], 16), ([("imageWidth", 4096)], 1920),
            ([("imageHeight", 360)], 640), ([("imageWidth", 100), ("imageHeight", 360)], 100),
            ([("imageWidth", 1000), ("imageHeight", 90)], 160),
            ([("imageWidth", 320.4), ("imageCompressionQuality", -1)], 320),
        ] as [([(String, JSON)], Int)])
    func screenshot(_ fields: [(String, JSON)], _ width: Int) throws {
        var fixture = try ServerFixture.running()
        fixture.publish(.inputsOpened(width: 1280, height: 720, frameRate: 30, hasAudio: true))
        let data: [(String, JSON)] = [("sourceName", "Program"), ("imageFormat", "jpg")]
        #expect(fixture.request("GetSourceScreenshot", .object(data + fields)) == nil)
        guard case .capture(let number, Capture(width: width, format: .jpeg, quality: nil))? = fixture.takeTasks().first
        else {
            Issue.record("no image of \(width) pixels was requested")
            return
        }
        // Later requests do not wait.
        #expect(fixture.code("GetVersion") == 100)
        fixture.apply(fixture.server.captured(number, .success([0xFF, 0xD8, 0xFF]), at: fixture.now))
        #expect(fixture.take(1).first?["d"]?["responseData"] == ["imageData": "data:image/jpg;base64,/9j/"])
    }

    @Test(
        "the format decides the kind of the file, and the quality is passed on; -1 is the default",
        arguments: [
            ("png", .png, nil, nil), ("png", .png, 0, 0), ("png", .png, 100, 100), ("jpg", .jpeg, 35.4, 35),
            ("jpeg", .jpeg, 100, 100), ("jpeg", .jpeg, -1, nil),
        ] as [(String, PreviewFormat, Double?, Int?)])
    func formats(_ name: String, _ format: PreviewFormat, _ quality: Double?, _ wanted: Int?) throws {
        var fixture = try ServerFixture.running()
        var data: JSON = ["sourceName": "Program", "imageFormat": .text(name), "imageWidth": 64]
        if let quality { data.set("imageCompressionQuality", .decimal(quality)) }
        #expect(fixture.request("GetSourceScreenshot", data) == nil)
        guard case .capture(let number, let capture)? = fixture.takeTasks().first else {
            Issue.record("no image was requested")
            return
        }
        #expect(capture == Capture(width: 64, format: format, quality: wanted))
        fixture.apply(fixture.server.captured(number, .success([1, 2, 3]), at: fixture.now))
        #expect(
            fixture.take(1).first?["d"]?["responseData"] == ["imageData": .text("data:image/\(name);base64,AQID")])
    }

    @Test("images of other sources and formats are errors")
    func noScreenshot() throws {
        var fixture = try ServerFixture.running()
        let wrong: [([(String, JSON)], Int)] = [
            ([], 300), ([("sourceName", "Camera"), ("imageFormat", "jpg")], 600), ([("sourceName", "Program")], 300),
            ([("sourceName", "Program"), ("imageFormat", "bmp")], 400),
            ([("sourceName", "Program"), ("imageFormat", 1)], 401),
            ([("sourceName", "Program"), ("imageFormat", "jpeg"), ("imageWidth", 7)], 402),
            ([("sourceName", "Program"), ("imageFormat", "jpeg"), ("imageHeight", 4097)], 402),
            ([("sourceName", "Program"), ("imageFormat", "jpeg"), ("imageWidth", "9")], 401),
            ([("sourceName", "Program"), ("imageFormat", "jpeg"), ("imageCompressionQuality", 101)], 402),
            ([("sourceName", "Slate"), ("imageFormat", "jpeg")], 702),
            ([("sourceUuid", .text(ProgramInput.uuid)), ("imageFormat", "jpeg")], 702),
        ]
        for (fields, code) in wrong {
            #expect(fixture.code("GetSourceScreenshot", .object(fields)) == code, "\(fields)")
        }
        let data: JSON = ["sourceName": "Program", "imageFormat": "jpeg"]
        #expect(fixture.request("GetSourceScreenshot", data) == nil)
        guard case .capture(let number, _)? = fixture.takeTasks().first else {
            Issue.record("no image was requested")
            return
        }
        let error = ControlError(.unsupportedHere, "no previews")
        fixture.apply(fixture.server.captured(number, .failure(error), at: fixture.now))
        #expect(
            fixture.take(1).first?["d"]?["requestStatus"] == ["result": false, "code": 702, "comment": "no previews"])
    }

    @Test("an image is saved below the folder of the server only")
    func save() throws {
        var fixture = try ServerFixture.running()
        func data(_ path: JSON) -> JSON {
            ["sourceName": "Program", "imageFormat": "jpg", "imageFilePath": path]
        }
        for path in [
            "/etc/x.jpg", "../x.jpg", "a/../x.jpg", "a/./x.jpg", "a//x.jpg", "/srv/show", "/srv/show/",
            "/srv/showx/a.jpg",
            "/srv/show/../x.jpg", "a/", "/", ".", "..", "a\0.jpg",
        ] {
            #expect(fixture.code("SaveSourceScreenshot", data(.text(path))) == 400, "\(path)")
        }
        #expect(fixture.code("SaveSourceScreenshot", data("")) == 403)
        #expect(fixture.code("SaveSourceScreenshot", data(nil)) == 300)
        #expect(fixture.takeTasks().isEmpty)
        for (path, error) in [("a/x.jpg", nil), ("/srv/show/x.jpg", ControlError(.invalid, "the file exists"))] {
            #expect(fixture.request("SaveSourceScreenshot", data(.text(path))) == nil)
            guard case .capture(let number, _)? = fixture.takeTasks().first else {
                Issue.record("no image was requested")
                return
            }
            fixture.apply(fixture.server.captured(number, .success([1, 2]), at: fixture.now))
            let absolute = path.hasPrefix("/") ? path : "/srv/show/" + path
            #expect(fixture.takeTasks() == [.save(number, path: absolute, [1, 2])])
            fixture.apply(fixture.server.saved(number, error, at: fixture.now))
            #expect(fixture.take(1).first?["d"]?["requestStatus"]?["code"] == (error == nil ? 100 : 702))
        }
    }
}
