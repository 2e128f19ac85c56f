import ArgumentParser
import Glibc
import MediaInputs
import MediaOutputs
import ProductionStudio
import ProgramEncoding
import StudioCore
import StudioEngine
import StudioRuntime

/// The parsed command line, validated as far as possible before anything is opened.
struct SessionPlan {
    private(set) var configuration: SessionConfiguration
    let drivers: [any OutputDriver]
    let progress: ProgressFile?
    let options: Start

    /// - Throws: a `ValidationError` for an invalid command line.
    init(_ start: Start) throws {
        options = start
        var (video, audio) = (VideoSourceOptions(), AudioSourceOptions())
        video.path = start.video
        video.width = start.width?.count
        video.height = start.height?.count
        video.rate = start.fps?.rate
        video.range = start.format?.range
        video.matrix = start.matrix?.matrix
        audio.path = start.audio
        audio.sampleRate = start.audioRate
        audio.channels = start.audioChannels
        audio.isEnabled = !start.noAudio
        (video.loops, audio.loops) = (start.loop, start.loop)
        (video.startAt, audio.startAt) = (start.startAt?.time ?? .zero, start.startAt?.time ?? .zero)
        var configuration = try Self.configuration(
            start, .inputs(video: video, audio: audio, duration: start.duration?.time))
        let named = try Self.drivers(start, start.out.isEmpty ? configuration.outputs : start.out)
        if let passphrase = try Self.passphrase(start, named, hasScenario: configuration.scenario != nil) {
            configuration.outputOptions.passphrase = passphrase
        }
        try Self.checkCombinations(start)
        try Self.checkRetries(start, named)
        try Self.checkStandardStreams(start, named)
        try Self.checkFiles(start, named, trace: configuration.trace)
        // Last, because these create files.
        progress = try start.progress.map { path throws(ValidationError) in
            try ProgressFile(path, overwrites: start.force)
        }
        if named.isEmpty {
            let path = try DefaultFile.create()
            configuration.outputOptions.ownFiles = [path]
            drivers = [try OutputRegistry.standard.driver(for: path)]
        } else {
            drivers = named
        }
        self.configuration = configuration
    }

    /// The command line takes precedence over the environment.
    private static func configuration(
        _ start: Start, _ source: SessionConfiguration.Source
    ) throws -> SessionConfiguration {
        var configuration = try SessionConfiguration(source)
        if let scenario = try start.meeting.loadScenario() { configuration.scenario = scenario }
        if let role = start.role { configuration.role = role.role }
        if let seed = start.meeting.seed { configuration.seed = seed }
        if let trace = start.trace ?? start.traceOnFailure { configuration.trace = trace }
        configuration.isFast = start.fast
        configuration.isStrict = start.strict
        configuration.videoBitrate = start.bitrate?.bitsPerSecond
        configuration.preset = start.preset
        configuration.range = start.range
        configuration.hasAudio = !start.noAudio
        configuration.outputOptions.overwrites = start.force
        configuration.outputOptions.mp4Form = start.mp4
        if let text = start.hlsWindow {
            guard let window = HLSWindow(text) else {
                throw ValidationError("--hls-window is '\(text)'; use a number of segments, at least 1, or all")
            }
            configuration.outputOptions.hlsWindow = window
        }
        for argument in try start.retry.map({ try RetryArgument(parsing: $0) }) {
            guard let number = argument.output else {
                configuration.outputOptions.retry = argument.rules
                continue
            }
            configuration.outputOptions.retryByOutput[number] = argument.rules
        }
        if let timeout = start.finishTimeout { configuration.outputOptions.finishTimeout = timeout.time }
        return configuration
    }

    /// A session that fails before its outputs are opened leaves no empty file.
    func removeUnusedFiles() {
        for path in configuration.outputOptions.ownFiles { DefaultFile.removeIfEmpty(path) }
    }

    static let endlessNeedsDuration = "--fast with a source that never ends needs --duration"

    private static func checkCombinations(_ options: Start) throws {
        if options.noAudio, options.audio != nil {
            throw ValidationError("--audio and --no-audio are mutually exclusive")
        }
        if options.quiet, options.verbose {
            throw ValidationError("--quiet and --verbose are mutually exclusive")
        }
        if options.trace != nil, options.traceOnFailure != nil {
            throw ValidationError("--trace and --trace-on-failure are mutually exclusive")
        }
        if let rate = options.audioRate, rate != 32_000, rate != 48_000 {
            throw ValidationError("--audio-rate must be 32000 or 48000, not \(rate)")
        }
        if let channels = options.audioChannels, channels != 1, channels != 2 {
            throw ValidationError("--audio-channels must be 1 or 2, not \(channels)")
        }
        for source in [options.video, options.audio].compactMap(\.self)
        where CodedName.isMeant(by: source) && CodedName(source) == nil {
            throw ValidationError(
                "'\(source)' is not a coded source; use coded: or coded:1f3a9c02, with up to eight hexadecimal digits")
        }
        let isMade = options.video == nil || CodedName.isMeant(by: options.video)
        if options.fast, isMade || options.loop, options.duration == nil {
            throw ValidationError(endlessNeedsDuration)
        }
        if options.matrix != nil, isMade {
            throw ValidationError("--matrix requires y4m or raw video")
        }
        if options.loop || options.startAt != nil, isMade, options.audio.map({ CodedName.isMeant(by: $0) }) ?? true {
            throw ValidationError("--loop and --start-at require a media file")
        }
    }

    private static func checkRetries(_ options: Start, _ drivers: [any OutputDriver]) throws {
        for number in try options.retry.compactMap({ try RetryArgument(parsing: $0).output }) {
            guard drivers.indices.contains(number - 1) else {
                throw ValidationError("--retry \(number): there is no output \(number), only \(drivers.count)")
            }
            guard drivers[number - 1].policy.retries else {
                throw ValidationError(
                    "--retry \(number): \(drivers[number - 1].address) is never tried again; only servers are")
            }
        }
    }

    private static func checkStandardStreams(_ options: Start, _ drivers: [any OutputDriver]) throws {
        if options.video == "-", options.audio == "-" {
            throw ValidationError("--video and --audio cannot both read standard input")
        }
        var writers = drivers.filter(\.traits.usesStandardOutput).map { "--out \($0.address)" }
        if options.progress == "-" { writers.append("--progress -") }
        if options.json { writers.append("--json") }
        if writers.count > 1 {
            throw ValidationError("only one of these can use standard output: \(writers.joined(separator: ", "))")
        }
    }

    /// Every output must be a separate file, regardless of the spelling of its path.
    private static func checkFiles(_ options: Start, _ drivers: [any OutputDriver], trace: String?) throws {
        let trace = trace.flatMap { $0.hasSuffix("/") ? nil : $0 }
        let outputs = drivers.compactMap(\.traits.path)
        let progress = options.progress.flatMap { $0 == "-" ? nil : $0 }
        let sources = [
            options.video, options.audio, options.streamKeyFile, options.srtPassphraseFile, options.tls.tlsCa,
            options.meeting.scenario,
        ].compactMap(\.self).filter { $0 != "-" && !CodedName.isMeant(by: $0) }
        let readers = Set(sources.map { FileIdentity($0) })
        var writers: Set<FileIdentity> = []
        for path in outputs + [progress, trace].compactMap(\.self) {
            let file = FileIdentity(path)
            if readers.contains(file) { throw ValidationError("'\(path)' is both a source and an output") }
            if !writers.insert(file).inserted { throw ValidationError("'\(path)' is used by two outputs") }
        }
        for path in outputs + [trace].compactMap(\.self) where !options.force && FileID.isRegularFile(path) {
            throw ValidationError(WritableFile.OpenError.exists.message(path))
        }
    }

    // MARK: Outputs and keys

    private static func drivers(_ start: Start, _ addresses: [String]) throws -> [any OutputDriver] {
        var drivers = try checked { try addresses.map { try OutputRegistry.standard.driver(for: $0) } }
        let waiting = drivers.indices.filter { drivers[$0].traits.takesStreamKey && drivers[$0].address.awaitsKey }
        let key = try streamKey(start, isNeeded: !waiting.isEmpty)
        if start.streamKeyFile != nil, waiting.count != 1 {
            throw ValidationError("--stream-key-file requires exactly one destination that ends in /")
        }
        if waiting.count > 1 {
            throw ValidationError("only one destination may end in /, to which the stream key is appended")
        }
        if let index = waiting.first {
            guard let key else {
                throw ValidationError(
                    "\(drivers[index].address) requires a stream key; use --stream-key-file FILE or PSSTUDIO_STREAM_KEY"
                )
            }
            drivers[index] = drivers[index].appending(key: key)
        }
        return drivers
    }

    /// The passphrase in the file of `--srt-passphrase-file`. A scenario may add SRT outputs later.
    private static func passphrase(
        _ start: Start, _ drivers: [any OutputDriver], hasScenario: Bool
    ) throws -> SRTPassphrase? {
        guard let path = start.srtPassphraseFile else { return nil }
        guard hasScenario || drivers.contains(where: { $0.traits.takesPassphrase }) else {
            throw ValidationError("--srt-passphrase-file requires an SRT output without a passphrase in its address")
        }
        let text = try SecretFile.read(
            path, of: "--srt-passphrase-file", name: "passphrase", secret: "passphrase")
        guard let passphrase = SRTPassphrase(text) else {
            throw ValidationError("the SRT passphrase \(SRTPassphrase.form)")
        }
        return passphrase
    }

    private static func streamKey(_ start: Start, isNeeded: Bool) throws -> String? {
        if let path = start.streamKeyFile {
            return try SecretFile.read(path, of: "--stream-key-file", name: "stream key", secret: "key")
        }
        guard isNeeded, let value = getenv("PSSTUDIO_STREAM_KEY"), value.pointee != 0 else { return nil }
        do {
            return try SecretLine(String(cString: value).utf8).text
        } catch {
            throw ValidationError("PSSTUDIO_STREAM_KEY \(error); set it to the stream key")
        }
    }
}
