import GStreamer
import PipelineFiles
import StudioCore

/// Checks a pipeline file of the user's before anything starts: it parses, its elements exist, and it has what psstudio uses.
/// The pipeline is built for that, and not started.
struct PipelineCheck {
    private let file: PipelineFile
    private let path: String

    init(_ file: PipelineFile) {
        self.file = file
        path = file.path ?? file.name
    }

    // MARK: Files that replace ready ones

    func fulfils(_ contract: PipelineContract) throws(PipelineFileError) {
        try checkSettings(contract)
        let whole = try build(hasAudio: true)
        for part in contract.parts { try check(part, in: whole) }
        for setting in file.settings { try check(setting, in: whole) }
        try checkSources(whole, contract.parts.map(\.name))
        guard contract.parts.contains(where: \.isAudio) else { return }
        let silent = try build(hasAudio: false)
        for part in contract.parts where part.isAudio && silent.optionalElement(part.name) != nil {
            throw error(
                "'\(part.name)' must be below the line '\(PipelineFile.audioMark)', which sessions without audio omit",
                naming: part.name)
        }
    }

    private func checkSettings(_ contract: PipelineContract) throws(PipelineFileError) {
        for setting in file.settings where !contract.settings.contains(setting.name) {
            let names = contract.settings.map(\.rawValue).sorted().joined(separator: ", ")
            throw PipelineFileError(
                path, line: setting.line,
                "\(file.name) has no setting '\(setting.name.rawValue)'"
                    + (names.isEmpty ? "; it has none" : "; it has \(names)"))
        }
        for name in contract.requiredSettings where !file.maps(name) {
            throw PipelineFileError(path, "the line '# \(name.rawValue): \(name.forms.joined())' is missing")
        }
    }

    private func check(_ part: PipelineContract.Part, in pipeline: Pipeline) throws(PipelineFileError) {
        guard let element = pipeline.optionalElement(part.name) else {
            throw PipelineFileError(path, "no element is named '\(part.name)'; \(file.name) needs name=\(part.name)")
        }
        switch part.kind {
        case .source where !element.isAppSource: throw error("'\(part.name)' is not an appsrc", naming: part.name)
        case .sink where !element.isAppSink: throw error("'\(part.name)' is not an appsink", naming: part.name)
        case .source, .sink, .any: break
        }
        for property in part.properties where !element.has(property, ofPad: part.pad) {
            let place = part.pad.map { "the pad '\($0)' of '\(part.name)'" } ?? "'\(part.name)'"
            throw error("\(place) has no property '\(property)', which psstudio sets", naming: part.name)
        }
    }

    private func check(_ setting: PipelineSetting, in pipeline: Pipeline) throws(PipelineFileError) {
        guard let property = setting.action.property else { return }
        guard let element = pipeline.optionalElement(property.element) else {
            throw PipelineFileError(path, line: setting.line, "no element is named '\(property.element)'")
        }
        guard element.has(property.name) else {
            throw PipelineFileError(
                path, line: setting.line, "'\(property.element)' has no property '\(property.name)'")
        }
        do throws(GStreamerError) {
            switch setting.action {
            case .constant(_, let value): try element.set(property.name, to: .written(value))
            // A value that every encoder takes; it is set again when the encoder is built.
            case .number(_, let unit): try element.set(property.name, to: .integer(unit.value(of: Self.anyNumber)))
            case .word, .samples: break
            }
        } catch {
            throw PipelineFileError(path, line: setting.line, "\(error)")
        }
    }

    private static let anyNumber = 60

    // MARK: Outputs

    /// The sources of an output of its own.
    enum Source: String, CaseIterable {
        case video, audio
        case rawVideo = "raw-video"
        case rawAudio = "raw-audio"

        var isRaw: Bool { self == .rawVideo || self == .rawAudio }
    }

    /// - Parameter hasAudio: whether the session has audio.
    /// - Returns: the sources, all of them raw or none.
    func isOutput(hasAudio: Bool) throws(PipelineFileError) -> Set<Source> {
        if let setting = file.settings.first {
            throw PipelineFileError(
                path, line: setting.line, "an output has no settings; they belong to files that replace encoders")
        }
        let pipeline = try build(hasAudio: hasAudio)
        let names = Source.allCases.map(\.rawValue)
        try checkSources(pipeline, names)
        let sources = Set(pipeline.appSources.compactMap(Source.init))
        guard !sources.isEmpty else {
            throw PipelineFileError(path, "no 'appsrc name=…' takes media; its name is \(Self.list(names))")
        }
        guard Set(sources.map(\.isRaw)).count == 1 else {
            throw error("coded and raw sources cannot be mixed; use two files", naming: Source.rawVideo.rawValue)
        }
        for source in sources where !hasAudio && (source == .audio || source == .rawAudio) {
            throw error(
                "the session has no audio, so '\(source.rawValue)' would wait forever; put its lines below "
                    + "'\(PipelineFile.audioMark)'", naming: source.rawValue)
        }
        guard pipeline.hasSink else { throw PipelineFileError(path, "no element is a sink, so it would never end") }
        return sources
    }

    /// Media comes to sources with these names only, and each must pass it on.
    private func checkSources(_ pipeline: Pipeline, _ names: [String]) throws(PipelineFileError) {
        for name in pipeline.appSources {
            guard names.contains(name) else {
                let nearest = NearestWord.of(name, in: names).map { "did you mean '\($0)'?" }
                throw error(
                    "the appsrc '\(name)' gets no media; \(nearest ?? "its name is \(Self.list(names))")", naming: name)
            }
            guard pipeline.optionalElement(name)?.isLinked == true else {
                throw error("the appsrc '\(name)' is not linked", naming: name)
            }
        }
    }

    private static func list(_ names: [String]) -> String {
        guard let last = names.last, names.count > 1 else { return names.joined() }
        return "\(names.dropLast().joined(separator: ", ")) or \(last)"
    }

    // MARK: Errors

    private func build(hasAudio: Bool) throws(PipelineFileError) -> Pipeline {
        let text = file.text(hasAudio: hasAudio)
        guard !text.isEmpty else {
            throw PipelineFileError(
                path, "nothing is above the line '\(PipelineFile.audioMark)', and the session has no audio")
        }
        do throws(GStreamerError) {
            return try Pipeline(text)
        } catch {
            throw PipelineFileError(
                path, line: PipelineErrorLine.of(error, in: file),
                error.missingElements.isEmpty ? error.message : "\(error)")
        }
    }

    private func error(_ message: String, naming name: String) -> PipelineFileError {
        PipelineFileError(path, line: PipelineErrorLine.ofElement(named: name, in: file), message)
    }
}
