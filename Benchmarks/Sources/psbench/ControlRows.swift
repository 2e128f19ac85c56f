import Foundation
import Glibc
import ProductionStudio
import StudioEngine

/// What a controller costs a client that sends 1080p30, and how fast its commands are. The controller is a process of its own.
struct ControlRows {
    private static let size = Size(width: 1920, height: 1080)
    private static let rate = 30
    /// Frames at the beginning whose sends are not measured: their memory is new, with an encoder of previews that starts for one
    /// frame more than without.
    private static let warmUp = 30

    private let iterations: Int
    private let settings: Settings

    init(_ settings: Settings) {
        self.settings = settings
        iterations = min(settings.iterations, 5)
    }

    /// What a session has measured.
    private struct Result {
        var p99 = 0.0
        /// The processor time of the process as a part of a core.
        var load = 0.0
        /// Frames that were sent completely after the time of the next one.
        var late = 0
        /// What the controller has printed.
        var printed = ""
    }

    func measure() throws -> [Measurement] {
        var (watched, plain, more, late, applied): ([Double], [Double], [Double], [Double], [Double]) =
            ([], [], [], [], [])
        for iteration in 0..<iterations {
            // Alternating, so that a change of the machine's speed meets both.
            let order: [ControlClient.Mode?] = iteration.isMultiple(of: 2) ? [.watch, nil] : [nil, .watch]
            var results: [Result] = []
            for mode in order { results.append(try send(iteration, beside: mode)) }
            if !iteration.isMultiple(of: 2) { results.reverse() }
            watched.append(results[0].p99)
            plain.append(results[1].p99)
            more.append(100 * (results[0].load - results[1].load))
            late.append(Double(try send(iteration, beside: .flood).late))
            let latency = try send(iteration, beside: .latency).printed
            guard let milliseconds = Double(latency) else { throw Invalid("the controller prints '\(latency)'") }
            applied.append(milliseconds)
        }
        return [
            Measurement(
                "p99 of a paced send with a controller / without", "1080p30", .microseconds, ours: watched, twin: plain),
            Measurement("one controller, % of a core more", "events, 20 levels, 5 previews", .percent, ours: more),
            Measurement("late frames beside commands", "10,000 commands/s", .count, ours: late),
            Measurement("command to reply, p99", "1,000 commands", .milliseconds, ours: applied),
        ]
    }

    /// Sends moving frames in real time, with audio.
    private func send(_ iteration: Int, beside mode: ControlClient.Mode?) throws -> Result {
        let size = Self.size
        let path = settings.work("control.sock")
        // Like a user's client: the session takes the socket from the environment.
        if mode != nil { setenv("PSSTUDIO_CONTROL", path, 1) } else { unsetenv("PSSTUDIO_CONTROL") }
        defer { unsetenv("PSSTUDIO_CONTROL") }
        let session = try StudioSession(
            width: Int32(size.width), height: Int32(size.height), frameRate: nil, to: [])
        let sender = try session.sender
        let frames = (0..<4).map { TraceRows.frame($0) }
        let duration = mode == .flood || mode == .latency ? 4.0 : 8.0
        let block = [Int16](repeating: 1000, count: 3840 / 2 * 50 / Self.rate)
        let controller = try mode.map {
            try Self.controller(["control", path, $0.rawValue, "\(duration)"], settings)
        }
        var (times, result) = ([Double](), Result())
        let (began, before) = (monotonicSeconds(), Self.processorSeconds())
        let count = Int(duration * Double(Self.rate))
        for index in 0..<count {
            let due = began + Double(index) / Double(Self.rate)
            let now = monotonicSeconds()
            if due > now { usleep(UInt32((due - now) * 1e6)) }
            let time =
                try seconds {
                    try sender.sendVideo(
                        frames[index % frames.count].bytes, width: size.width, height: size.height, format: .i420Full)
                } * 1e6
            if index >= Self.warmUp { times.append(time) }
            try block.withUnsafeBytes { try sender.sendAudio($0, sampleRate: 48_000, channel: .stereo) }
            if monotonicSeconds() > due + 1 / Double(Self.rate) { result.late += 1 }
        }
        result.load = (Self.processorSeconds() - before) / (monotonicSeconds() - began)
        guard session.studio.statistics.video.accepted == count else { throw Invalid("frames were rejected") }
        if mode == .latency || mode == .flood { result.printed = controller.map { Self.line($0.output) } ?? "" }
        try session.finish()
        try controller?.process.succeed()
        times.sort()
        result.p99 = times[times.count * 99 / 100]
        return result
    }

    /// Starts a controller, and waits until it has subscribed, or added its participant. The writing end of its output is closed
    /// here, so that its end is the end of the output.
    private static func controller(
        _ arguments: [String], _ settings: Settings
    ) throws -> (process: ChildProcess, output: Descriptor) {
        let pipe = try Descriptor.pipe()
        let process = try ChildProcess([settings.sibling("psbench")] + arguments, output: pipe.writing)
        let output = pipe.reading
        guard line(output) == "ready" else { throw Invalid("the controller does not begin") }
        return (process, output)
    }

    /// The user and system time of this process in seconds.
    private static func processorSeconds() -> Double {
        var usage = rusage()
        getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
        return [usage.ru_utime, usage.ru_stime].map { Double($0.tv_sec) + Double($0.tv_usec) / 1e6 }.reduce(0, +)
    }

    /// The next line of a pipe.
    private static func line(_ descriptor: Descriptor) -> String {
        var (text, byte) = ([UInt8](), UInt8(0))
        while read(descriptor.number, &byte, 1) == 1, byte != 10 { text.append(byte) }
        return String(decoding: text, as: UTF8.self)
    }
}

/// A controller in a process of its own: `psbench control SOCKET watch|latency|flood SECONDS`.
struct ControlClient {
    enum Mode: String {
        /// Subscribes to events, levels and previews, and reads them until the session ends.
        case watch
        /// 1,000 commands, one after the other; prints the 99th percentile of the time to the reply in milliseconds.
        case latency
        /// 10,000 commands a second; prints how many were performed.
        case flood
    }

    private static let commands = 1000
    /// The commands of a hundredth of a second.
    private static let batch = 100

    private let mode: Mode
    private let duration: Double
    private let socket: Int32
    private let input: UnsafeMutablePointer<FILE>

    init(_ arguments: [String]) throws {
        guard arguments.count == 3, let mode = Mode(rawValue: arguments[1]), let duration = Double(arguments[2]) else {
            throw Invalid("usage: psbench control SOCKET watch|latency|flood SECONDS")
        }
        (self.mode, self.duration) = (mode, duration)
        let socket = Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: arguments[0].utf8.prefix($0.count - 1)) }
        let result = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(socket, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        guard result == 0, let input = fdopen(socket, "r") else { throw Invalid("\(arguments[0]): nobody listens") }
        (self.socket, self.input) = (socket, input)
    }

    func run() throws {
        _ = try next("the greeting")
        if mode == .watch {
            try send(#"{"id":1,"subscribe":{"events":true,"levels":20,"preview":{"width":320,"perSecond":5}}}"#)
            guard try next("the reply").contains(#""reply""#) else { throw Invalid("there is no subscription") }
            report("ready")
            while next() != nil {}
            return
        }
        try send(#"{"id":1,"command":{"addParticipant":{"name":"Ann","role":"attendee","isVideoOn":false}}}"#)
        let reply = try next("the participant")
        guard let range = reply.range(of: #""user":"#) else { throw Invalid("no participant: \(reply)") }
        let user = String(reply[range.upperBound...].prefix(while: \.isNumber))
        report("ready")
        if mode == .latency { try measureLatency(user) } else { try flood(user) }
        while next() != nil {}
    }

    /// A command that has an effect each time.
    private func command(_ number: Int, _ user: String) -> String {
        let role = number.isMultiple(of: 2) ? "coHost" : "attendee"
        return "{\"id\":\(number),\"command\":{\"setRole\":{\"role\":\"\(role)\",\"user\":\(user)}}}"
    }

    private func measureLatency(_ user: String) throws {
        var times: [Double] = []
        for number in 0..<Self.commands {
            times.append(
                try seconds {
                    try send(command(number, user))
                    let reply = try next("a reply")
                    guard reply.contains(#""reply""#) else { throw Invalid("a command is rejected: \(reply)") }
                } * 1000)
            usleep(UInt32(duration * 0.5e6) / UInt32(Self.commands))
        }
        times.sort()
        report("\(times[times.count * 99 / 100])")
    }

    private func flood(_ user: String) throws {
        let batches = Int(duration * 90)
        let began = monotonicSeconds()
        for batch in 0..<batches {
            let due = began + Double(batch) / 100
            let now = monotonicSeconds()
            if due > now { usleep(UInt32((due - now) * 1e6)) }
            let numbers = batch * Self.batch..<(batch + 1) * Self.batch
            try send(numbers.map { command($0, user) }.joined(separator: "\n"))
            for _ in numbers {
                guard try next("a reply").contains(#""reply""#) else { throw Invalid("a command is rejected") }
            }
        }
        let elapsed = monotonicSeconds() - began
        guard elapsed < duration else { throw Invalid("\(batches * Self.batch) commands take \(elapsed) s") }
        report("\(batches * Self.batch)")
    }

    private func send(_ line: String) throws {
        let bytes = Array((line + "\n").utf8)
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            guard count > 0 else { throw Invalid("the session is gone") }
            rest = rest.dropFirst(count)
        }
    }

    private func next(_ what: String) throws -> String {
        guard let line = next() else { throw Invalid("the session ends before \(what)") }
        return line
    }

    private func next() -> String? {
        var (line, size): (UnsafeMutablePointer<CChar>?, Int) = (nil, 0)
        defer { free(line) }
        guard getline(&line, &size, input) > 0, let line else { return nil }
        return String(cString: line)
    }

    private func report(_ text: String) {
        print(text)
        fflush(nil)
    }
}
