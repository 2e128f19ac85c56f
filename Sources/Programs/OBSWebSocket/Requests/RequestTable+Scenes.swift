import SessionProtocol

// Requests about scenes and their images.
extension RequestTable {
    static let scenes = [
        RequestRow(
            "GetSceneList", "`Program`, and `Slate` where the session has sources of its own.", readsSnapshot: true
        ) { _, context in
            .answer(sceneList(context.show))
        },
        RequestRow("GetGroupList", "Always empty.") { _, _ in .answer(["groups": []]) },
        RequestRow("GetCurrentProgramScene", "`Slate` while a slate is on air, otherwise `Program`.") { _, context in
            let scene = context.show.currentScene
            return .answer([
                "sceneName": .text(scene.name), "sceneUuid": .text(scene.uuid),
                "currentProgramSceneName": .text(scene.name), "currentProgramSceneUuid": .text(scene.uuid),
            ])
        },
        RequestRow(
            "SetCurrentProgramScene", "`Slate` shows the slate, `Program` ends it; answered when it is on air.",
            fields: [.source("scene")], readsSnapshot: true
        ) { request, context throws(RequestFailure) in
            try setScene(request, context.show)
        },
        RequestRow("GetSceneItemList", "Always empty.", fields: [.source("scene")]) {
            request, context throws(RequestFailure) in
            _ = try scene(request, "scene", context.show)
            return .answer(["sceneItems": []])
        },
        RequestRow("GetSourceFilterList", "Always empty.", fields: [.source("source")]) {
            request, context throws(RequestFailure) in
            _ = try source(request, context.show)
            return .answer(["filters": []])
        },
        RequestRow(
            "GetSourceActive", "Whether the scene is on air; the audio of the program always is.",
            fields: [.source("source")]
        ) { request, context throws(RequestFailure) in
            let scene = try source(request, context.show)
            let isActive = scene == nil || scene == context.show.currentScene
            return .answer(["videoActive": .flag(isActive), "videoShowing": .flag(isActive)])
        },
        RequestRow("GetSourceFilterKindList", "Always empty.") { _, _ in .answer(["sourceFilterKinds": []]) },
        RequestRow(
            "GetSourceScreenshot", "A PNG or JPEG of the program; `sourceName` is the scene on air.", .beside,
            fields: imageFields
        ) { request, context throws(RequestFailure) in
            let (capture, format) = try screenshot(request, context)
            return .capture(capture, .answer(format: format))
        },
        RequestRow(
            "SaveSourceScreenshot", "The same in a new file below the folder of the server.", .beside,
            fields: imageFields + ["imageFilePath"]
        ) { request, context throws(RequestFailure) in
            let (capture, _) = try screenshot(request, context)
            let path = try request.text("imageFilePath")
            return .capture(capture, .save(path: try FilePath.check(path, in: context.show.folder)))
        },
    ]

    // MARK: Scenes

    private static func sceneList(_ show: Show) -> JSON {
        let current = show.currentScene
        return [
            "currentProgramSceneName": .text(current.name), "currentProgramSceneUuid": .text(current.uuid),
            "currentPreviewSceneName": nil, "currentPreviewSceneUuid": nil,
            "scenes": Scene.list(show.scenes),
        ]
    }

    /// The scene that a request names.
    private static func scene(_ request: Request, _ prefix: String, _ show: Show) throws(RequestFailure) -> Scene {
        let source = try request.source(prefix)
        if let scene = scene(source, show) { return scene }
        if source == .uuid(ProgramInput.uuid) {
            throw RequestFailure(.invalidResourceType, "The specified source is not a scene.")
        }
        throw source.failure
    }

    private static func scene(_ source: Request.Source, _ show: Show) -> Scene? {
        show.scenes.first { scene in source == .name(scene.name) || source == .uuid(scene.uuid) }
    }

    /// The scene that a request names; `nil` for the input.
    private static func source(_ request: Request, _ show: Show) throws(RequestFailure) -> Scene? {
        let source = try request.source("source")
        if show.hasAudio, source == .uuid(ProgramInput.uuid) { return nil }
        guard let scene = scene(source, show) else { throw source.failure }
        return scene
    }

    private static func setScene(_ request: Request, _ show: Show) throws(RequestFailure) -> RequestStep {
        let scene = try scene(request, "scene", show)
        // Somebody may have asked for it before.
        guard show.wantedScene != scene else {
            return show.currentScene == scene ? .answer(nil) : .show(scene, [])
        }
        return .show(scene, [scene == .slate ? .showSlate : .endSlate])
    }

    // MARK: Images

    private static let imageFields: [RequestField] = [
        .source("source"), "imageFormat", .optional("imageWidth"), .optional("imageHeight"),
        .optional("imageCompressionQuality"),
    ]

    /// The widths of a preview of the control socket.
    private static let widths = 16...1920

    private static func screenshot(
        _ request: Request, _ context: RequestContext
    ) throws(RequestFailure) -> (Capture, format: String) {
        let show = context.show
        let scene = try source(request, show)
        let format = try request.text("imageFormat")
        guard let kind = imageFormats.first(where: { $0.name == format })?.format else {
            throw RequestFailure(
                .invalidRequestField, "Your specified image format is invalid or not supported by this system.")
        }
        let sizes = 8.0...4096.0
        let width = try request.optionalNumber("imageWidth", sizes)
        let height = try request.optionalNumber("imageHeight", sizes)
        let quality = try request.optionalNumber("imageCompressionQuality", -1...100).map { Int($0.rounded()) }
        guard scene == show.currentScene else {
            throw RequestFailure(.requestProcessingFailed, "Only the scene that is on air has an image.")
        }
        let video = show.video
        let fromHeight = height.map { $0 * (video.map { Double($0.width) / Double(max(1, $0.height)) } ?? 16 / 9) }
        // The image fits into both.
        let fitting = [width, fromHeight].compactMap(\.self).min()
        let wanted = Int((fitting ?? video.map { Double($0.width) } ?? 1920).rounded())
        // Clients send -1 for the default.
        let capture = Capture(
            width: min(max(wanted, widths.lowerBound), widths.upperBound), format: kind,
            quality: quality.flatMap { $0 < 0 ? nil : $0 })
        return (capture, format)
    }
}

/// Paths of files that clients want.
enum FilePath {
    /// A path in a folder, as absolute one. Whoever creates the file follows no symbolic links, and replaces no file.
    static func check(_ path: String, in folder: String) throws(RequestFailure) -> String {
        let outside = RequestFailure(
            .invalidRequestField, "The file is not below the folder of the server; use a relative path.")
        let base = folder + "/"
        guard path.hasPrefix(base) || !path.hasPrefix("/"), !path.utf8.contains(0) else { throw outside }
        let relative = path.hasPrefix(base) ? String(path.dropFirst(base.count)) : path
        let parts = relative.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.allSatisfy({ !$0.isEmpty && $0 != "." && $0 != ".." }) else { throw outside }
        return base + relative
    }
}
