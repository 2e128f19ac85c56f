import ArgumentParser
import MediaInputs
import MediaOutputs
import ProgramEncoding
import StudioCore
import StudioEngine
import StudioRuntime

// What the options say of the session. The rest of them concerns the program.
extension StartCommand {
    /// The command line takes precedence over the environment.
    func sessionConfiguration() throws -> SessionConfiguration {
        var configuration = try SessionConfiguration(source)
        configuration.folder = folder
        if let scenario = try meeting.loadScenario(below: folder) { configuration.scenario = scenario }
        if let role { configuration.role = role.role }
        if let seed = meeting.seed { configuration.seed = seed }
        if let trace = trace ?? traceOnFailure { configuration.trace = trace }
        if let control { configuration.control = control }
        if isServed, configuration.control == nil { configuration.control = "auto" }
        configuration.requiresControl = true
        configuration.isFast = fast
        configuration.isStrict = strict
        configuration.videoBitrate = bitrate?.bitsPerSecond
        if let preset { configuration.preset = preset }
        configuration.range = range
        configuration.hasAudio = !noAudio
        configuration.outputOptions.overwrites = force
        configuration.outputOptions.mp4Form = mp4
        if let interval = splitEvery?.time {
            guard interval >= SplitTimes.shortest else {
                throw ValidationError("--split-every is too short; use at least \(Int(SplitTimes.shortest.seconds))s")
            }
            configuration.outputOptions.splitInterval = interval
        }
        if let title {
            guard let title = MediaTitle(title) else {
                throw ValidationError(
                    "--title is empty, longer than \(MediaTitle.limit) bytes, or has control characters")
            }
            configuration.outputOptions.title = title.text
        }
        configuration.outputOptions.reserve = minFree?.reserve
        if let text = hlsWindow {
            guard let window = HLSWindow(text) else {
                throw ValidationError("--hls-window is '\(text)'; use a number of segments, at least 1, or all")
            }
            configuration.outputOptions.hlsWindow = window
        }
        for argument in try retry.map({ try RetryArgument(parsing: $0) }) {
            guard let number = argument.output else {
                configuration.outputOptions.retry = argument.rules
                continue
            }
            configuration.outputOptions.retryByOutput[number] = argument.rules
        }
        configuration.program.atEnd = atEnd
        if let slate { configuration.program.slate = Slate(slate) }
        if slate != nil || slateAfter != nil {
            configuration.program.slateAfter = slateAfter?.time ?? ProgramOptions.defaultSlateAfter
        }
        if let timeout = finishTimeout { configuration.outputOptions.finishTimeout = timeout.time }
        do throws(PipelineFileError) {
            if let pipelines { try configuration.usePipelines(in: pipelines) }
            for path in pipeline { try configuration.addPipelineOutput(path) }
        } catch {
            throw ValidationError("\(error)")
        }
        return configuration
    }

    /// The folder outside of which no file is used; `nil` for no limit.
    var folder: RestrictedFolder? { filesBelow.map { RestrictedFolder($0) } }

    private var source: SessionConfiguration.Source {
        var (video, audio) = (VideoSourceOptions(), AudioSourceOptions())
        video.path = self.video
        video.width = width?.count
        video.height = height?.count
        video.rate = fps?.rate
        video.range = format?.range
        video.matrix = matrix?.matrix
        audio.path = self.audio
        (video.folder, audio.folder) = (folder, folder)
        audio.sampleRate = audioRate
        audio.channels = audioChannels
        audio.isEnabled = !noAudio
        (video.loops, audio.loops) = (loop, loop)
        (video.startAt, audio.startAt) = (startAt?.time ?? .zero, startAt?.time ?? .zero)
        return .inputs(video: video, audio: audio, duration: duration?.time)
    }
}
