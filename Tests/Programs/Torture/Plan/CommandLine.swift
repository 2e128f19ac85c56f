import Foundation
import Glibc
import StudioTestSupport

/// An output on the command line: addresses and secrets are known only while the peers run.
struct OutputArgument: Hashable, Sendable {
    /// The argument of `--out`.
    var text: String
    var keyFile: String?
    var keyVariable: String?
}

extension TorturePlan {
    /// File names in the session's folder.
    static let mediaName = "clip.mp4"
    static let progressName = "progress.txt"
    /// Milliseconds.
    static let srtLatency = 1000
    static let scenarioName = "scenario.yaml"

    var videoName: String? {
        switch video {
        case .pattern, .coded: nil
        case .y4mPipe: "-"
        case .y4mFIFO: "in.fifo"
        case .rawFIFO: "in.i420"
        case .y4mFile: "in.y4m"
        case .mediaFile: Self.mediaName
        }
    }

    var audioName: String? {
        switch audio {
        case .standard, .none: nil
        case .coded: "coded:"
        case .wavFile: "in.wav"
        case .pcmFile: "in.pcm"
        case .pcmFIFO, .sparseFIFO, .silentFIFO: "audio.pcm"
        }
    }

    /// Regular files that the session reads.
    var sourceFiles: [String] {
        var names: [String?] = []
        if [.y4mFile, .mediaFile].contains(video) { names.append(videoName) }
        if [.wavFile, .pcmFile].contains(audio) { names.append(audioName) }
        return names.compactMap(\.self)
    }

    /// The name of an output's file or FIFO; `nil` for others.
    func fileName(ofOutput index: Int) -> String? {
        switch outputs[index] {
        case .file(let container): "out\(index).\(container.rawValue)"
        case .fifo(let container, _): "fifo\(index).\(container.rawValue)"
        case .fullDevice(let container): "full\(index).\(container.rawValue)"
        case .smallDisk(let container, _): "disk\(index)/out.\(container.rawValue)"
        case .hls: "hls\(index)/index.m3u8"
        case .other: outputs[index].otherPath
        case .defaultFile, .standardOutput, .rtmp, .udp, .srtCaller, .srtListener, .null: nil
        }
    }

    /// The address at which the server of an output listens.
    func host(ofOutput index: Int) -> LoopbackHost { sharesPort ? LoopbackHost(UInt8(index + 1)) : .first }

    /// The address of an output whose server listens at `port`.
    func address(ofOutput index: Int, port: UInt16?) -> OutputArgument {
        if case .other(let address) = outputs[index] { return OutputArgument(text: address) }
        if let name = fileName(ofOutput: index) { return OutputArgument(text: name) }
        switch outputs[index] {
        case .standardOutput(let form, _, _): return OutputArgument(text: form.rawValue)
        case .rtmp(let server, let key): return address(of: server, key: key, index: index, port: port ?? 1)
        case .udp: return OutputArgument(text: "udp://127.0.0.1:\(port ?? 1)")
        case .srtCaller: return OutputArgument(text: "srt://127.0.0.1:\(port ?? 1)?\(srtParameters(index))")
        case .srtListener:
            return OutputArgument(text: "srt://127.0.0.1:\(port ?? 1)?mode=listener&\(srtParameters(index))")
        default: return OutputArgument(text: "null:")
        }
    }

    /// The parameters of both sides: a delay in which a busy machine loses nothing, and a passphrase for every second one.
    func srtParameters(_ index: Int) -> String {
        let latency = "latency=\(Self.srtLatency)"
        return index.isMultiple(of: 2) ? "\(latency)&passphrase=\(secret("password", index))" : latency
    }

    private func address(
        of server: ServerPlan, key: OutputPlan.KeyPlan, index: Int, port: UInt16
    ) -> OutputArgument {
        let application = server == .rejecting ? "closed" : "live"
        let place = "\(host(ofOutput: index)):\(port)/\(application)/"
        let name = secret("key", index)
        return switch key {
        case .address: OutputArgument(text: "rtmp://" + place + name)
        case .userInfoAndQuery:
            OutputArgument(
                text: "rtmp://user:\(secret("password", index))@\(place)\(name)?token=\(secret("token", index))")
        case .file: OutputArgument(text: "rtmp://" + place, keyFile: name)
        case .variable: OutputArgument(text: "rtmp://" + place, keyVariable: name)
        }
    }

    /// A string that the program cannot print by chance.
    private func secret(_ kind: String, _ index: Int) -> String {
        "\(kind)Zq\(index)Xw" + String(seed, radix: 36) + "Vj"
    }

    /// The addresses of servers that a scenario may add: none of them listens.
    var scenarioAddresses: [String] {
        let number = outputs.count
        return [
            "rtmp://127.0.0.1:1/live/\(secret("key", number))",
            "srt://127.0.0.1:1?passphrase=\(secret("password", number))",
        ]
    }

    /// All strings that must never be printed.
    var secrets: [String] {
        var numbers = outputs.indices.filter { outputs[$0].isServer || !outputs[$0].srtPeers.isEmpty }
        if scenario?.addsOutputs == true { numbers.append(outputs.count) }
        return numbers.flatMap { index in ["key", "password", "token"].map { secret($0, index) } }
    }

    /// The arguments of the program.
    func arguments(_ addresses: [OutputArgument]) -> [String] {
        var arguments = ["start"] + sourceArguments
        for (output, address) in zip(outputs, addresses) where output != .defaultFile {
            arguments += ["--out", address.text]
        }
        if addresses.contains(where: { $0.keyFile != nil }) { arguments += ["--stream-key-file", "key.txt"] }
        if isFast { arguments.append("--fast") }
        if hasSummary { arguments.append("--json") }
        if hasProgress { arguments += ["--progress", Self.progressName] }
        arguments += ["--finish-timeout", "\(finishTimeout)s"]
        if outputs.contains(.hls) { arguments += ["--hls-window", "all"] }
        if hasForce { arguments.append("--force") }
        if !controllers.isEmpty { arguments += ["--control", Self.socketName] }
        if scenario != nil { arguments += ["--scenario", Self.scenarioName] }
        arguments += slateArguments
        return arguments + ["--duration", "\(duration)ms", "--verbose"]
    }

    private var sourceArguments: [String] {
        var arguments: [String] = []
        if let videoName { arguments += ["--video", videoName] }
        if video == .coded { arguments += ["--video", "coded:"] }
        switch video {
        case .pattern, .coded, .rawFIFO:
            arguments += ["--width", "\(size.width)", "--height", "\(size.height)", "--fps", rate]
        case .y4mPipe, .y4mFIFO, .y4mFile, .mediaFile: break
        }
        if case .rawFIFO = video { arguments += ["--format", "i420-limited"] }
        if let audioName { arguments += ["--audio", audioName] }
        if audio == .none { arguments.append("--no-audio") }
        return arguments
    }

    /// Wrappers that set the limits and standard error, in front of the program.
    func wrapper(folder: String) -> [String] {
        var words = ["env", "-C", folder]
        if limits.openFiles != nil || limits.fileKibibytes != nil {
            words.append("prlimit")
            if let count = limits.openFiles { words.append("--nofile=\(count)") }
            if let kibibytes = limits.fileKibibytes { words.append("--fsize=\(kibibytes * 1024)") }
        }
        if errors == .closed { words += ["sh", "-c", "exec \"$@\" 2>&-", "sh"] }
        return words
    }

    /// The plan in one line.
    var line: String {
        var parts = ["seed \(seed)", isFast ? "fast" : "real time", "\(size.width)x\(size.height)@\(rate)"]
        parts += ["\(duration) ms", "video \(video)", "audio \(audio)"]
        parts += outputs.enumerated().map { "out\($0) \($1)" }
        parts += signals.map { "signal \($0.signal) at \($0.at) ms" }
        parts += pauses.map { "paused at \($0.at) ms for \($0.milliseconds) ms" }
        if !slateArguments.isEmpty { parts.append(slateArguments.joined(separator: " ")) }
        if sharesPort { parts.append("one port") }
        parts += controllers.map { "controller \($0.behaviour) at \($0.at) ms" }
        if let count = limits.openFiles { parts.append("\(count) descriptors") }
        if let kibibytes = limits.fileKibibytes { parts.append("files of \(kibibytes) KiB") }
        if folder != .plain { parts.append("folder \(folder)") }
        if errors != .file { parts.append("stderr \(errors.rawValue)") }
        if let scenario {
            parts.append(
                "scenario \(scenario.validity): \(String(decoding: scenario.bytes, as: UTF8.self).debugDescription)")
        }
        // The names of the types are redundant.
        let types = ["OutputPlan.Container.", "OutputPlan.StreamForm.", "OutputPlan.Carrier.", "OutputPlan.KeyPlan."]
        return (types + ["ServerPlan.", "ReaderPlan.", "torture."]).reduce(parts.joined(separator: "; ")) {
            text, type in
            text.replacing(type, with: "")
        }
    }

    /// The command line for a shell; ports are those of the failed session.
    func shellCommand(_ addresses: [OutputArgument], folder: String) -> String {
        let variable = addresses.compactMap(\.keyVariable).first.map { ["PSSTUDIO_STREAM_KEY=\($0)"] } ?? []
        let words = wrapper(folder: folder) + variable.flatMap { ["env", $0] } + ["psstudio"]
        return (words + arguments(addresses)).map(Self.quoted).joined(separator: " ")
    }

    private static func quoted(_ word: String) -> String {
        let isPlain = word.allSatisfy { $0.isLetter || $0.isNumber || "-_./:=,@".contains($0) }
        return isPlain && !word.isEmpty ? word : "'" + word.replacing("'", with: "'\\''") + "'"
    }
}
