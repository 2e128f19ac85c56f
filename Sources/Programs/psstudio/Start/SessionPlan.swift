import ArgumentParser
import MediaInputs
import MediaOutputs
import ProductionStudio
import ProgramConsole
import ProgramEncoding
import ServerAccess
import ServerArguments
import StudioCore
import StudioEngine
import StudioRuntime
import StudioScenario

/// The parsed command line, validated as far as possible before anything is opened.
struct SessionPlan {
    private(set) var configuration: SessionConfiguration
    let drivers: [any OutputDriver]
    let progress: ProgressFile?
    let options: StartCommand
    /// The server of the session; `nil` for none.
    let server: InstalledServer?
    /// The secrets that the user chose for the server and controllers, by variable.
    let serverSecrets: [String: String]

    /// - Throws: a `ValidationError` for an invalid command line.
    init(_ start: StartCommand) throws {
        options = start
        var configuration = try start.sessionConfiguration()
        var named = try Self.drivers(start, configuration)
        try Self.check(start, named, configuration)
        try Self.applySecrets(of: start, to: &named, &configuration)
        server = try start.isServed ? InstalledServer() : nil
        serverSecrets = try Self.checkServer(start)
        try Self.checkExistingFiles(start, named, trace: configuration.trace)
        // Last, because these create files.
        progress = try start.progress.map { path throws(ValidationError) in
            try ProgressFile(path, overwrites: start.force)
        }
        if named.isEmpty {
            // It is created in the current folder.
            let folder = start.folder
            if let folder { _ = try checked { try folder.path(of: "show.mp4") } }
            var path = try DefaultFile.create()
            if let folder { path = try checked { try folder.path(of: path) } }
            configuration.outputOptions.ownFiles = [path]
            drivers = [try OutputRegistry.standard.driver(for: path, below: folder)]
        } else {
            drivers = named
        }
        self.configuration = configuration
    }

    /// Checks what a command line says, without the files, secrets and ports that it names.
    ///
    /// - Throws: a `ValidationError` for an invalid command line.
    static func check(_ start: StartCommand) throws {
        let configuration = try start.sessionConfiguration()
        try check(start, drivers(start, configuration), configuration)
    }

    private static func drivers(
        _ start: StartCommand, _ configuration: SessionConfiguration
    ) throws -> [any OutputDriver] {
        let addresses = start.out.isEmpty ? configuration.outputs : start.out
        let folder = start.folder
        return try checked { try addresses.map { try OutputRegistry.standard.driver(for: $0, below: folder) } }
            + configuration.pipelineOutputs
    }

    private static func check(
        _ start: StartCommand, _ drivers: [any OutputDriver], _ configuration: SessionConfiguration
    ) throws {
        try checkSecrets(of: start, drivers, configuration)
        try checkCombinations(start)
        try checkRetries(start, drivers)
        try checkStandardStreams(start, drivers)
        try checkServerOptions(start)
        try checkFiles(start, drivers, trace: configuration.trace)
    }

    /// A session that fails before its outputs are opened leaves no empty file.
    func removeUnusedFiles() {
        for path in configuration.outputOptions.ownFiles { OutputFile.removeIfEmpty(path) }
    }

    static let endlessNeedsDuration = "--fast with a source that never ends needs --duration"

    private static func checkCombinations(_ options: StartCommand) throws {
        let rivals = [
            (options.noAudio && options.audio != nil, "--audio and --no-audio"),
            (options.quiet && options.verbose, "--quiet and --verbose"),
            (options.trace != nil && options.traceOnFailure != nil, "--trace and --trace-on-failure"),
        ]
        for (areGiven, names) in rivals where areGiven { throw ValidationError("\(names) are mutually exclusive") }
        for (row, value) in [(SessionOption.audioRate, options.audioRate), (.audioChannels, options.audioChannels)] {
            guard let value, let words = row.words, !words.contains("\(value)") else { continue }
            throw ValidationError("\(row.option) must be \(words.joined(separator: " or ")), not \(value)")
        }
        for source in [options.video, options.audio].compactMap(\.self)
        where CodedName.isMeant(by: source) && CodedName(source) == nil {
            throw ValidationError(
                "'\(source)' is not a coded source; use coded: or coded:1f3a9c02, with up to eight hexadecimal digits")
        }
        let isMade = options.video == nil || CodedName.isMeant(by: options.video)
        if options.fast, isMade || options.loop || options.atEnd != .stop, options.duration == nil {
            throw ValidationError(endlessNeedsDuration)
        }
        if options.matrix != nil, isMade {
            throw ValidationError("--matrix requires y4m or raw video")
        }
        if options.loop || options.startAt != nil, isMade, options.audio.map({ CodedName.isMeant(by: $0) }) ?? true {
            throw ValidationError("--loop and --start-at require a media file")
        }
    }

    private static func checkServerOptions(_ options: StartCommand) throws {
        try options.controllers.check(StartCommand.arguments)
        guard options.isServed else {
            if !options.access.words.isEmpty { throw ValidationError("--serve-… options require --serve") }
            return
        }
        try ListenAddress.check(StartCommand.arguments, of: "--serve")
        _ = try options.access.rules()
        try options.access.check(options.controllers)
        if let address = options.serve?.address { try options.access.checkReach(of: address, of: "--serve") }
    }

    /// - Returns: the secrets of the server, which are read once.
    private static func checkServer(_ options: StartCommand) throws -> [String: String] {
        guard options.isServed else { return [:] }
        var secrets = try options.access.tokenVariables()
        _ = try options.access.folder()
        if let address = options.serve?.address { try options.access.check(address, of: "--serve") }
        try options.controllers.checkPort()
        secrets[ControllerOptions.variable] = try options.controllers.password()
        return secrets
    }

    private static func checkRetries(_ options: StartCommand, _ drivers: [any OutputDriver]) throws {
        for number in try options.retry.compactMap({ try $0.checked().output }) {
            guard drivers.indices.contains(number - 1) else {
                throw ValidationError("--retry \(number): there is no output \(number), only \(drivers.count)")
            }
            guard drivers[number - 1].policy.retries else {
                throw ValidationError(
                    "--retry \(number): \(drivers[number - 1].address) is never tried again; only servers are")
            }
        }
    }

    private static func checkStandardStreams(_ options: StartCommand, _ drivers: [any OutputDriver]) throws {
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
    private static func checkFiles(_ options: StartCommand, _ drivers: [any OutputDriver], trace: String?) throws {
        let trace = trace.flatMap { $0.hasSuffix("/") ? nil : $0 }
        let outputs = drivers.compactMap(\.traits.path)
        let progress = options.progress.flatMap { $0 == "-" ? nil : $0 }
        let sources =
            [options.video, options.audio, options.tls.tlsCa, options.meeting.scenario] + options.pipeline
            + options.secretFiles.map(\.path)
        let readers = Set(
            sources.compactMap(\.self).filter { $0 != "-" && !CodedName.isMeant(by: $0) }.map { FileIdentity($0) })
        var writers: Set<FileIdentity> = []
        for path in outputs + [progress, trace].compactMap(\.self) {
            let file = FileIdentity(path)
            if readers.contains(file) { throw ValidationError("'\(path)' is both a source and an output") }
            if !writers.insert(file).inserted { throw ValidationError("'\(path)' is used by two outputs") }
        }
    }

    private static func checkExistingFiles(_ options: StartCommand, _ drivers: [any OutputDriver], trace: String?)
        throws
    {
        let trace = trace.flatMap { $0.hasSuffix("/") ? nil : $0 }
        let outputs = drivers.compactMap(\.traits.path)
        for path in outputs + [trace].compactMap(\.self) where !options.force && FileID.isRegularFile(path) {
            throw ValidationError(WritableFile.OpenError.exists.message(path))
        }
    }

    // MARK: Secrets

    /// Checks that each secret has an output that awaits it, and each output its secret.
    private static func checkSecrets(
        of start: StartCommand, _ drivers: [any OutputDriver], _ configuration: SessionConfiguration
    ) throws {
        for (secret, path) in start.secretFiles {
            let waiting = drivers.filter { $0.awaits(secret) }
            let hasOutput = !waiting.isEmpty || secret.isShared && configuration.scenario != nil
            if path != nil && !hasOutput || !secret.isShared && waiting.count > 1 {
                throw ValidationError(
                    "\(path == nil ? "a \(secret.name)" : secret.option) requires \(secret.requirement)")
            }
            guard !secret.isShared, path == nil, let driver = waiting.first else { continue }
            if try checked({ try secret.value(SessionConfiguration.environmentVariable) }) == nil {
                throw ValidationError(
                    "\(driver.address) requires a \(secret.name); use \(secret.option) FILE or \(secret.variable)")
            }
        }
    }

    /// Applies a secret to the output that awaits it, or puts it into the options of all outputs. A scenario may add outputs
    /// later.
    private static func applySecrets(
        of start: StartCommand, to drivers: inout [any OutputDriver], _ configuration: inout SessionConfiguration
    ) throws {
        for (secret, path) in start.secretFiles {
            let value = try path.map { try SecretFile.read($0, secret) }
            if secret.isShared {
                if let value { configuration.outputOptions.secrets[secret] = value }
            } else if let index = drivers.firstIndex(where: { $0.awaits(secret) }),
                let value = try value ?? checked({ try secret.value(SessionConfiguration.environmentVariable) })
            {
                drivers[index] = drivers[index].applying(value)
            }
        }
    }
}
