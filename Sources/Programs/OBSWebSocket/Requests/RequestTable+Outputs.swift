import SessionProtocol
import StudioCore

// Requests about outputs: the stream is all network outputs, the recording is all files.
extension RequestTable {
    static let outputs =
        [
            RequestRow("GetOutputList", "All outputs by name, such as `File 1` and `RTMP 2`.") { _, context in
                .answer(["outputs": .list(context.show.presentOutputs.map { item($0, context.show) })])
            },
            RequestRow(
                "GetOutputStatus", "State and counts of an output.", fields: ["outputName"], readsSnapshot: true
            ) { request, context throws(RequestFailure) in
                .answer(.object(status([try output(request, context.show)])))
            },
            RequestRow(
                "GetOutputSettings", "`path` of a file; empty for any other output.", fields: ["outputName"]
            ) { request, context throws(RequestFailure) in
                let output = try output(request, context.show)
                let path = output.group == .record ? [("path", JSON.text(context.show.path(output.address)))] : []
                return .answer(["outputSettings": .object(path)])
            },
            RequestRow("StartOutput", "Starts an output; a file gets a new name.", fields: ["outputName"]) {
                request, context throws(RequestFailure) in
                try start([try output(request, context.show)])
            },
            RequestRow("StopOutput", "Stops an output.", fields: ["outputName"]) {
                request, context throws(RequestFailure) in
                try stop([try output(request, context.show)])
            },
            RequestRow("ToggleOutput", "Starts or stops an output.", fields: ["outputName"]) {
                request, context throws(RequestFailure) in
                try toggle([try output(request, context.show)])
            },
            RequestRow("GetVirtualCamStatus", "Always inactive.") { _, _ in .answer(["outputActive": false]) },
            RequestRow("GetStreamStatus", "State and counts of all network outputs together.", readsSnapshot: true) {
                _, context in
                .answer(.object(status(context.show.outputs(of: .stream))))
            },
            RequestRow("GetRecordStatus", "State and counts of all files together.", readsSnapshot: true) {
                _, context in
                let fields = status(context.show.outputs(of: .record))
                let names = ["outputActive", "outputTimecode", "outputDuration", "outputBytes"]
                return .answer(.object(fields.filter { names.contains($0.0) } + [("outputPaused", false)]))
            },
            RequestRow("SplitRecordFile", "Lets each running file go on in another one.") {
                _, context throws(RequestFailure) in
                let running = context.show.outputs(of: .record).filter(\.isRunning)
                guard !running.isEmpty else { throw RequestFailure(.outputNotRunning) }
                return .perform(running.map { .splitOutput(output: $0.number) }, .commands(nil))
            },
            RequestRow(
                "CreateRecordChapter",
                "Lets a chapter of each running MP4 file begin; an error where there is none, or it stays fragmented.",
                fields: [.optional("chapterName")]
            ) { request, context throws(RequestFailure) in
                // A client may send an empty text for none.
                let name = request.optional("chapterName")?.text == "" ? nil : try request.optionalText("chapterName")
                let running = context.show.outputs(of: .record).filter(\.isRunning)
                guard !running.isEmpty else { throw RequestFailure(.outputNotRunning) }
                return .perform(running.map { .addChapter(output: $0.number, name: name) }, .commands(nil))
            },
        ]
        + group(.stream, "Stream", "network outputs") + group(.record, "Record", "files")

    /// Start, stop and toggle for all outputs of a group.
    private static func group(
        _ group: ShowOutput.Group, _ name: String, _ words: String
    ) -> [RequestRow] {
        [
            RequestRow("Start\(name)", "Starts all \(words).") { _, context throws(RequestFailure) in
                if group == .stream, let service = context.show.nextService {
                    return try start(service, context.show, data: nil)
                }
                return try start(try members(group, context.show, words))
            },
            RequestRow(
                "Stop\(name)",
                "Stops all \(words)." + (group == .record ? " The answer has the path of the first that is there." : "")
            ) { _, context throws(RequestFailure) in
                let outputs = context.show.outputs(of: group)
                guard group == .record else { return try stop(outputs) }
                return try stop(outputs) { .files($0.map { StoppedFile(output: $0.number, address: $0.address) }) }
            },
            RequestRow("Toggle\(name)", "Stops all \(words) if one runs, otherwise starts them.") {
                _, context throws(RequestFailure) in
                if group == .stream, let service = context.show.nextService {
                    return try start(service, context.show, data: ["outputActive": true])
                }
                return try toggle(try members(group, context.show, words))
            },
        ]
    }

    private static func members(
        _ group: ShowOutput.Group, _ show: Show, _ words: String
    ) throws(RequestFailure) -> [ShowOutput] {
        let outputs = show.outputs(of: group)
        guard !outputs.isEmpty else {
            throw RequestFailure(
                .cannotAct, "The session has no \(words); add one with the vendor request addOutput.")
        }
        return outputs
    }

    private static func output(_ request: Request, _ show: Show) throws(RequestFailure) -> ShowOutput {
        let name = try request.text("outputName")
        guard let output = show.presentOutputs.first(where: { $0.name == name }) else {
            throw RequestFailure(.resourceNotFound, "No output was found with the name `\(name)`.")
        }
        return output
    }

    // MARK: Commands

    private static func start(_ outputs: [ShowOutput], data: JSON? = nil) throws(RequestFailure) -> RequestStep {
        guard !outputs.contains(where: \.isRunning) else { throw RequestFailure(.outputRunning) }
        return .perform(outputs.map { .startOutput(output: $0.number) }, .commands(data))
    }

    /// Starts the stream where it was set to: a new output takes the place of the former one, and the others start again.
    private static func start(
        _ service: StreamService, _ show: Show, data: JSON?
    ) throws(RequestFailure) -> RequestStep {
        let outputs = show.outputs(of: .stream)
        guard !outputs.contains(where: \.isRunning) else { throw RequestFailure(.outputRunning) }
        let former = show.serviceOutput
        let removal = former.map { [SessionCommand.removeOutput(output: $0.number)] } ?? []
        let others = outputs.filter { $0.number != former?.number }
        return .perform(
            [.addOutput(address: service.address)] + removal + others.map { .startOutput(output: $0.number) },
            .service(service, data))
    }

    /// - Parameter completion: makes the answer for those that run.
    private static func stop(
        _ outputs: [ShowOutput], completion: ([ShowOutput]) -> RequestCompletion = { _ in .commands(nil) }
    ) throws(RequestFailure) -> RequestStep {
        let running = outputs.filter(\.isRunning)
        guard !running.isEmpty else { throw RequestFailure(.outputNotRunning) }
        return .perform(running.map { .stopOutput(output: $0.number) }, completion(running))
    }

    private static func toggle(_ outputs: [ShowOutput]) throws(RequestFailure) -> RequestStep {
        outputs.contains(where: \.isRunning)
            ? try stop(outputs) { _ in .commands(["outputActive": false]) }
            : try start(outputs, data: ["outputActive": true])
    }

    // MARK: Values

    private static func item(_ output: ShowOutput, _ show: Show) -> JSON {
        // Raw frames go to nothing and, as y4m, to standard output.
        let isEncoded = output.kind != .null && output.address != "-"
        return [
            "outputName": .text(output.name), "outputKind": .text(output.kind.outputKind),
            "outputWidth": .number(Int(show.video?.width ?? 0)), "outputHeight": .number(Int(show.video?.height ?? 0)),
            "outputActive": .flag(output.isActive),
            "outputFlags": [
                "OBS_OUTPUT_AUDIO": .flag(show.hasAudio), "OBS_OUTPUT_VIDEO": true,
                "OBS_OUTPUT_ENCODED": .flag(isEncoded), "OBS_OUTPUT_MULTI_TRACK": false,
                "OBS_OUTPUT_SERVICE": .flag(output.group == .stream),
            ],
        ]
    }

    /// The states and counts of outputs together: sums, and the longest duration.
    private static func status(_ outputs: [ShowOutput]) -> [(String, JSON)] {
        let duration = outputs.map(\.duration).max() ?? 0
        return [
            ("outputActive", .flag(outputs.contains(where: \.isActive))),
            ("outputReconnecting", .flag(outputs.contains(where: \.isReconnecting))),
            ("outputTimecode", .text(MediaTime.milliseconds(duration).timecode)),
            ("outputDuration", .number(Int(duration))),
            ("outputCongestion", .decimal(outputs.map(\.congestion).max() ?? 0)),
            ("outputBytes", .integer(outputs.reduce(0) { $0 &+ $1.bytes })),
            ("outputSkippedFrames", .number(outputs.reduce(0) { $0 + $1.skippedFrames })),
            ("outputTotalFrames", .number(outputs.reduce(0) { $0 + $1.totalFrames })),
        ]
    }
}
