import SessionProtocol
import StudioCore

// Requests about the server, its settings, and those of the vendor.
extension RequestTable {
    static let general = [
        RequestRow("GetVersion", "Versions, the available requests and image formats.") { _, context in
            .answer(version(context.facts))
        },
        RequestRow(
            "GetStats", "Processor, memory, free space, frames, and the messages of the connection.",
            readsSnapshot: true
        ) { _, context in
            .answer(statistics(context))
        },
        RequestRow("BroadcastCustomEvent", "All clients receive a `CustomEvent`.", fields: ["eventData"]) {
            request, _ throws(RequestFailure) in
            .broadcast(.custom(try request.object("eventData")))
        },
        RequestRow(
            "CallVendorRequest", "With `vendorName` `psstudio`: any command of the session by its name.", .beside,
            fields: ["vendorName", "requestType", .optional("requestData")]
        ) { request, _ throws(RequestFailure) in try vendor(request) },
        RequestRow(
            "Sleep", "In a batch only: waits `sleepMillis`, or `sleepFrames` frames.",
            fields: [.either("sleepMillis", "sleepFrames")]
        ) { request, context throws(RequestFailure) in
            .sleep(try sleep(request, context.show))
        },
        RequestRow("GetStudioModeEnabled", "Always false.") { _, _ in .answer(["studioModeEnabled": false]) },
        RequestRow(
            "SetStudioModeEnabled", "It is off; switching it on is an error.", fields: ["studioModeEnabled"]
        ) { request, _ throws(RequestFailure) in
            guard try !request.flag("studioModeEnabled") else {
                throw RequestFailure(.cannotAct, "There is no studio mode: SetCurrentProgramScene is on air at once.")
            }
            return .answer(nil)
        },
        RequestRow("GetMonitorList", "Always empty.") { _, _ in .answer(["monitors": []]) },
    ]

    static let config = [
        RequestRow(
            "GetVideoSettings", "Size and frame rate of the program; null until they are known.", readsSnapshot: true
        ) { _, context in
            .answer(videoSettings(context.show.video))
        },
        RequestRow("GetRecordDirectory", "The folder of the server.") { _, context in
            .answer(["recordDirectory": .text(context.show.folder)])
        },
        RequestRow("GetProfileList", "One profile, `psstudio`.") { _, _ in
            .answer(["currentProfileName": "psstudio", "profiles": ["psstudio"]])
        },
        RequestRow("GetSceneCollectionList", "One collection, `psstudio`.") { _, _ in
            .answer(["currentSceneCollectionName": "psstudio", "sceneCollections": ["psstudio"]])
        },
        choice("SetCurrentProfile", "profileName", "profile"),
        choice("SetCurrentSceneCollection", "sceneCollectionName", "scene collection"),
        RequestRow(
            "GetProfileParameter", "Always null: the only profile has no parameters.",
            fields: ["parameterCategory", "parameterName"]
        ) { request, _ throws(RequestFailure) in
            _ = (try request.text("parameterCategory"), try request.text("parameterName"))
            return .answer(["parameterValue": nil, "defaultParameterValue": nil])
        },
    ]

    /// A request that chooses the only thing of its kind.
    private static func choice(_ name: String, _ field: RequestField, _ word: String) -> RequestRow {
        RequestRow(name, "`psstudio` is the only \(word), and is chosen.", fields: [field]) {
            request, _ throws(RequestFailure) in
            guard try request.text(field.names[0]) == "psstudio" else {
                throw RequestFailure(.resourceNotFound, "No \(word) was found by that name.")
            }
            return .answer(nil)
        }
    }

    // MARK: General

    /// The images that ``Capture`` gives, by the names that clients use.
    static let imageFormats: [(name: String, format: PreviewFormat)] = [
        ("png", .png), ("jpg", .jpeg), ("jpeg", .jpeg),
    ]

    private static func version(_ facts: ServerFacts) -> JSON {
        [
            "obsVersion": .text(ServerFacts.obsVersion),
            "obsWebSocketVersion": .text(ServerFacts.obsWebSocketVersion),
            "rpcVersion": .number(ServerFacts.rpcVersion),
            "availableRequests": .list(available.map { .text($0) }),
            "supportedImageFormats": .list(imageFormats.map { .text($0.name) }),
            "platform": .text(facts.platform),
            "platformDescription": .text("psstudio \(release)"),
        ]
    }

    private static func statistics(_ context: RequestContext) -> JSON {
        let (show, facts) = (context.show, context.facts)
        let frames = show.frames
        return [
            "cpuUsage": .decimal(facts.cpuUsage),
            "memoryUsage": .decimal(facts.memoryUsage),
            "availableDiskSpace": .decimal(facts.freeSpace),
            "activeFps": .decimal(show.measuredRate ?? show.video?.rate?.perSecond ?? 0),
            // Frames are rendered by the app.
            "averageFrameRenderTime": 0.0,
            "renderSkippedFrames": .number(frames.repeated),
            "renderTotalFrames": .number(frames.accepted + frames.repeated),
            "outputSkippedFrames": .number(frames.dropped),
            "outputTotalFrames": .number(frames.accepted),
            "webSocketSessionIncomingMessages": .number(context.incoming),
            "webSocketSessionOutgoingMessages": .number(context.outgoing),
        ]
    }

    private static func sleep(_ request: Request, _ show: Show) throws(RequestFailure) -> MediaTime {
        switch request.execution {
        case .serialRealtime:
            return .milliseconds(Int64(try request.number("sleepMillis", 0...50_000)))
        case .serialFrame:
            let frames = Int64(try request.number("sleepFrames", 0...10_000))
            return MediaTime(count: frames, rate: show.video?.rate ?? .thirty)
        case .parallel, nil: throw RequestFailure(.unsupportedRequestBatchExecutionType)
        }
    }

    /// A command of the session, in the form of the control socket.
    private static func vendor(_ request: Request) throws(RequestFailure) -> RequestStep {
        let (vendor, name) = (try request.text("vendorName"), try request.text("requestType"))
        guard vendor == vendorName else {
            throw RequestFailure(.resourceNotFound, "No vendor was found by that name.")
        }
        guard CommandRow.fieldNames(of: name) != nil else {
            throw RequestFailure(.resourceNotFound, "No request was found by that name.")
        }
        let fields =
            request.optional("requestData") == nil
            ? .object([]) : try request.object("requestData", isEmptyAllowed: true)
        do throws(ControlError) {
            let command = try ControlRequest.command(json: JSON.object([(name, fields)]).encoded)
            return .perform([command], .vendor(name))
        } catch {
            throw RequestFailure(.invalidRequestField, error.message)
        }
    }

    // MARK: Settings

    private static func videoSettings(_ video: Show.Video?) -> JSON {
        let width = video.map { JSON.number(Int($0.width)) } ?? .null
        let height = video.map { JSON.number(Int($0.height)) } ?? .null
        let rate = video?.rate
        return [
            "fpsNumerator": rate.map { .number(Int($0.numerator)) } ?? .null,
            "fpsDenominator": rate.map { .number(Int($0.denominator)) } ?? .null,
            "baseWidth": width, "baseHeight": height, "outputWidth": width, "outputHeight": height,
        ]
    }
}
