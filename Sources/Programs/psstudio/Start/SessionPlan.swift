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

    /// - Throws: a `ValidationError` or an ``OptionMistake`` for an invalid command line.
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
        progress = try start.progress.map { path in
            try OptionMistake.blaming(.progress) { try ProgressFile(path, overwrites: start.force) }
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

    /// Checks what a command line says, without the sources, outputs, secrets and ports that it names.
    ///
    /// - Throws: a `ValidationError` or an ``OptionMistake`` for what a session would not start with.
    static func check(_ start: StartCommand) throws {
        let configuration = try start.sessionConfiguration()
        try check(start, drivers(start, configuration), configuration)
        if start.isServed { _ = try OptionMistake.blaming(.serveFolder) { try start.access.folder() } }
        try checkContract(start, configuration)
    }

    /// Checks what Production Studio rejects whatever the source contains. A session reports it as a violation of the contract, with the
    /// events up to it; a check has no session.
    private static func checkContract(_ start: StartCommand, _ configuration: SessionConfiguration) throws {
        // A scenario may change the role before the start.
        if configuration.scenario == nil, !configuration.role.maySend {
            throw OptionMistake(.role, message: "\(StudioError.withoutPermission)")
        }
        guard case .inputs(let video, _, _) = configuration.source else { return }
        try OptionMistake.blaming(start.loop ? .loop : .startAt) { try video.checkPosition() }
        let isWidth = start.width.map { $0.count % 2 != 0 || $0.count > VideoCapability.largest.width } ?? false
        do {
            try video.checkSize()
        } catch let error as StudioError {
            throw isWidth ? OptionMistake(.width, message: "\(error)") : OptionMistake(.height, message: "\(error)")
        } catch {
            throw OptionMistake(.width, .height, .fps, .video, message: "\(error)")
        }
    }

    private static func drivers(
        _ start: StartCommand, _ configuration: SessionConfiguration
    ) throws -> [any OutputDriver] {
        let addresses = start.out.isEmpty ? configuration.outputs : start.out
        let folder = start.folder
        return try addresses.enumerated().map { index, address in
            try OptionMistake.blaming(.out, element: index) {
                try OutputRegistry.standard.driver(for: address, below: folder)
            }
        } + configuration.pipelineOutputs
    }

    private static func check(
        _ start: StartCommand, _ drivers: [any OutputDriver], _ configuration: SessionConfiguration
    ) throws {
        try checkSecrets(of: start, drivers, configuration)
        try checkCombinations(start)
        try checkRetries(start, drivers)
        try checkStandardStreams(start, drivers)
        try checkServerOptions(start)
        try OptionMistake.blaming(.tlsCa) { try start.tls.check() }
        try checkFiles(start, drivers, trace: configuration.trace)
    }

    /// A session that fails before its outputs are opened leaves no empty file.
    func removeUnusedFiles() {
        for path in configuration.outputOptions.ownFiles { OutputFile.removeIfEmpty(path) }
    }

    static let endlessNeedsDuration = "--fast with a source that never ends needs --duration"

    private static func checkCombinations(_ options: StartCommand) throws {
        let rivals: [(Bool, String, SessionOption)] = [
            (options.noAudio && options.audio != nil, "--audio and --no-audio", .audio),
            (options.quiet && options.verbose, "--quiet and --verbose", .quiet),
            (options.trace != nil && options.traceOnFailure != nil, "--trace and --trace-on-failure", .trace),
        ]
        for (areGiven, names, option) in rivals where areGiven {
            throw OptionMistake(option, message: "\(names) are mutually exclusive")
        }
        for (row, value) in [(SessionOption.audioRate, options.audioRate), (.audioChannels, options.audioChannels)] {
            guard let value, let words = row.words, !words.contains("\(value)") else { continue }
            throw OptionMistake(row, message: "\(row.option) must be \(words.joined(separator: " or ")), not \(value)")
        }
        for (option, source) in [(SessionOption.video, options.video), (.audio, options.audio)] {
            guard let source, CodedName.isMeant(by: source), CodedName(source) == nil else { continue }
            throw OptionMistake(
                option,
                message:
                    "'\(source)' is not a coded source; use coded: or coded:1f3a9c02, with up to eight hexadecimal digits"
            )
        }
        let isMade = options.video == nil || CodedName.isMeant(by: options.video)
        if options.fast, isMade || options.loop || options.atEnd != .stop, options.duration == nil {
            throw OptionMistake(.fast, message: endlessNeedsDuration)
        }
        if options.matrix != nil, isMade {
            throw OptionMistake(.matrix, message: "--matrix requires y4m or raw video")
        }
        if options.loop || options.startAt != nil, isMade, options.audio.map({ CodedName.isMeant(by: $0) }) ?? true {
            throw OptionMistake(options.loop ? .loop : .startAt, message: "--loop and --start-at require a media file")
        }
    }

    private static func checkServerOptions(_ options: StartCommand) throws {
        try OptionMistake.blaming(.obsNoPassword, .obsPasswordFile, .obsWebsocket) {
            try options.controllers.check(StartCommand.arguments)
        }
        guard options.isServed else {
            guard options.access.words.isEmpty else {
                throw OptionMistake(
                    .serveHost, .serveOrigin, .serveTokenFile, .serveReadTokenFile, .serveFolder,
                    message: "--serve-… options require --serve")
            }
            return
        }
        try ListenAddress.check(StartCommand.arguments, of: "--serve")
        _ = try options.access.rules()
        try options.access.check(options.controllers)
        guard let address = options.serve?.address else { return }
        try OptionMistake.blaming(.serve) { try options.access.checkReach(of: address, of: "--serve") }
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
        for (index, retry) in options.retry.enumerated() {
            guard let number = try retry.checked().output else { continue }
            guard drivers.indices.contains(number - 1) else {
                throw OptionMistake(
                    .retry, element: index,
                    message:
                        "--retry \(number): output \(number) does not exist; the session has \(Self.count(drivers.count))"
                )
            }
            guard drivers[number - 1].policy.retries else {
                throw OptionMistake(
                    .retry, element: index,
                    message: "--retry \(number): \(drivers[number - 1].address) does not reconnect; only servers do")
            }
        }
    }

    private static func count(_ outputs: Int) -> String { outputs == 1 ? "1 output" : "\(outputs) outputs" }

    private static func checkStandardStreams(_ options: StartCommand, _ drivers: [any OutputDriver]) throws {
        if options.video == "-", options.audio == "-" {
            throw OptionMistake(.audio, .video, message: "--video and --audio cannot both read standard input")
        }
        var writers = drivers.filter(\.traits.usesStandardOutput).map { "--out \($0.address)" }
        if options.progress == "-" { writers.append("--progress -") }
        if options.json { writers.append("--json") }
        if writers.count > 1 {
            throw OptionMistake(
                options.json ? .json : options.progress == "-" ? .progress : .out,
                message: "only one of these can use standard output: \(writers.joined(separator: ", "))")
        }
    }

    /// Every output must be a separate file, regardless of the spelling of its path.
    private static func checkFiles(_ options: StartCommand, _ drivers: [any OutputDriver], trace: String?) throws {
        let trace = trace.flatMap { $0.hasSuffix("/") ? nil : $0 }
        let progress = options.progress.flatMap { $0 == "-" ? nil : $0 }
        let sources =
            [options.video, options.audio, options.tls.tlsCa, options.meeting.scenario] + options.pipeline
            + options.secretFiles.map(\.path)
        let readers = Set(
            sources.compactMap(\.self).filter { $0 != "-" && !CodedName.isMeant(by: $0) }.map { FileIdentity($0) })
        var writers: Set<FileIdentity> = []
        let outputs = drivers.enumerated().compactMap { index, driver in
            driver.traits.path.map { (SessionOption.out, Optional(index), $0) }
        }
        let reports = [(SessionOption.progress, progress), (options.trace == nil ? .traceOnFailure : .trace, trace)]
        for (option, index, path) in outputs + reports.compactMap({ row in row.1.map { (row.0, nil, $0) } }) {
            let file = FileIdentity(path)
            if readers.contains(file) {
                throw OptionMistake(option, element: index, message: "'\(path)' is both a source and an output")
            }
            if !writers.insert(file).inserted {
                throw OptionMistake(option, element: index, message: "'\(path)' is used by two outputs")
            }
        }
    }

    private static func checkExistingFiles(_ options: StartCommand, _ drivers: [any OutputDriver], trace: String?)
        throws
    {
        guard !options.force else { return }
        for (index, driver) in drivers.enumerated() {
            guard let path = driver.traits.path, FileID.isRegularFile(path) else { continue }
            throw OptionMistake(.out, element: index, message: WritableFile.OpenError.exists.message(path))
        }
        guard let trace, !trace.hasSuffix("/"), FileID.isRegularFile(trace) else { return }
        throw OptionMistake(
            options.trace == nil ? .traceOnFailure : .trace, message: WritableFile.OpenError.exists.message(trace))
    }

    // MARK: Secrets

    /// Checks that each secret has an output that awaits it, and each output its secret.
    private static func checkSecrets(
        of start: StartCommand, _ drivers: [any OutputDriver], _ configuration: SessionConfiguration
    ) throws {
        for (secret, path) in start.secretFiles {
            let waiting = drivers.indices.filter { drivers[$0].awaits(secret) }
            let hasOutput = !waiting.isEmpty || secret.isShared && configuration.scenario != nil
            if path != nil && !hasOutput || !secret.isShared && waiting.count > 1 {
                let message = "\(path == nil ? "a \(secret.name)" : secret.option) requires \(secret.requirement)"
                guard path != nil, let option = SessionOption.all.first(where: { $0.option == secret.option }) else {
                    throw OptionMistake(.out, element: waiting.last, message: message)
                }
                throw OptionMistake(option, message: message)
            }
            guard !secret.isShared, path == nil, let index = waiting.first else { continue }
            if try checked({ try secret.value(SessionConfiguration.environmentVariable) }) == nil {
                throw OptionMistake(
                    .out, element: index,
                    message:
                        "\(drivers[index].address) requires a \(secret.name); use \(secret.option) FILE or \(secret.variable)"
                )
            }
        }
    }

    /// Applies a secret to the output that awaits it, or puts it into the options of all outputs. A scenario may add outputs
    /// later.
    private static func applySecrets(
        of start: StartCommand, to drivers: inout [any OutputDriver], _ configuration: inout SessionConfiguration
    ) throws {
        for (secret, path) in start.secretFiles {
            let value = try path.map { path in
                try OptionMistake.blaming(secret == .streamKey ? .streamKeyFile : .srtPassphraseFile) {
                    try SecretFile.read(path, secret)
                }
            }
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
