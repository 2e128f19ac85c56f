package import Foundation
import Glibc
import StudioRuntime

/// The built program, started by a test. Its output goes to files, so that it never blocks on a reader.
package final class StudioProgram: Sendable {
    /// The result of the program.
    package struct Outcome: Sendable {
        package let status: ChildProcess.Status
        package let output: Data
        /// Standard error.
        package let errors: String

        package var exitCode: Int32 { if case .exited(let code) = status { code } else { -1 } }
        package var outputText: String { String(decoding: output, as: UTF8.self) }

        /// The JSON object of `--json`; standard output must contain nothing else.
        package var summary: SessionReport {
            get throws { try JSONDecoder().decode(SessionReport.self, from: output) }
        }
    }

    package let process: ChildProcess
    private let folder: TestFolder

    /// `PSSTUDIO_BINARY`, or the program built together with the tests.
    package static var path: String {
        get throws {
            if let path = ProcessInfo.processInfo.environment["PSSTUDIO_BINARY"] { return path }
            let bundle = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
            let path = URL(fileURLWithPath: bundle).deletingLastPathComponent().appendingPathComponent("psstudio").path
            guard access(path, X_OK) == 0 else {
                throw TestFailure("cannot find psstudio next to the tests; set PSSTUDIO_BINARY")
            }
            return path
        }
    }

    /// Starts `psstudio` with arguments.
    ///
    /// - Parameters:
    ///   - environment: additional variables.
    ///   - input: standard input; empty by default.
    ///   - output: standard output; captured by default.
    ///   - current: the working directory.
    ///   - shell: shell commands that run before the program: `ulimit`, `trap`.
    ///   - program: a copy of the program.
    package init(
        _ arguments: [String], environment: [String: String] = [:], input: Int32? = nil, output: Int32? = nil,
        in current: String? = nil, after shell: String? = nil, program: String? = nil
    ) throws {
        let folder = try TestFolder()
        self.folder = folder
        let outFile = open(folder.file("out"), O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
        let errorFile = open(folder.file("err"), O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
        defer {
            close(outFile)
            close(errorFile)
        }
        var variables = ProcessInfo.processInfo.environment
        // Variables of the developer's environment must not affect the test.
        for name in ["PSSTUDIO_STREAM_KEY", "PSSTUDIO_SRT_PASSPHRASE", "GST_DEBUG", "NO_COLOR"] {
            variables[name] = nil
        }
        variables.merge(environment) { $1 }
        let place = current.map { ["-C", $0] } ?? []
        let before = shell.map { ["sh", "-c", $0 + "; exec \"$0\" \"$@\""] } ?? []
        process = try ChildProcess(
            "env", place + before + [try program ?? Self.path] + arguments, environment: variables, input: input,
            output: output ?? outFile, errors: errorFile)
    }

    /// Standard error so far.
    package var errorsSoFar: String {
        String(decoding: FileManager.default.contents(atPath: folder.file("err")) ?? Data(), as: UTF8.self)
    }

    /// Standard output so far.
    package var outputSoFar: String {
        String(decoding: FileManager.default.contents(atPath: folder.file("out")) ?? Data(), as: UTF8.self)
    }

    /// Waits until standard error contains a text.
    package func waitForError(_ text: String, seconds: Double = deadlineSeconds) throws {
        try waitUntil("'\(text)' in:\n\(errorsSoFar)", seconds: seconds) {
            guard !errorsSoFar.contains(text) else { return true }
            guard process.isRunning else { throw TestFailure("ended without '\(text)':\n\(errorsSoFar)") }
            return false
        }
    }

    /// Waits until it listens on a UDP port.
    package func waitForUDP(port: UInt16) throws {
        try waitUntil("it listens on UDP port \(port):\n\(errorsSoFar)") {
            guard !hasUDPReceiver(port: port) else { return true }
            guard process.isRunning else { throw TestFailure("ended before it listened:\n\(errorsSoFar)") }
            return false
        }
    }

    /// Waits for the end.
    ///
    /// - Throws: a ``TestFailure`` when it hangs; it is then killed.
    package func finish(seconds: Double = deadlineSeconds) throws -> Outcome {
        do {
            let status = try process.wait(seconds: seconds)
            return Outcome(status: status, output: try folder.read("out"), errors: errorsSoFar)
        } catch let failure as TestFailure {
            throw TestFailure("\(failure)\n\(errorsSoFar)")
        }
    }

    /// Runs it to its end.
    package static func run(
        _ arguments: [String], environment: [String: String] = [:], input: Int32? = nil, in current: String? = nil,
        after shell: String? = nil, program: String? = nil, seconds: Double = deadlineSeconds
    ) throws -> Outcome {
        try StudioProgram(
            arguments, environment: environment, input: input, in: current, after: shell, program: program
        ).finish(seconds: seconds)
    }
}

/// The JSON object of `--json`, with all documented fields.
package struct SessionReport: Decodable, Sendable {
    package struct Failure: Decodable, Sendable {
        package let rule: String?
        package let message: String
    }

    package struct Media: Decodable, Sendable {
        package let accepted: Int
        package let refused: Int
        package let dropped: Int
    }

    package struct Output: Decodable, Sendable {
        package let destination: String
        package let state: String
        package let outputActive: Bool
        package let outputReconnecting: Bool
        package let outputTimecode: String
        package let outputDuration: Int
        package let outputCongestion: Double
        package let outputBytes: Int
        package let outputBitrate: Int
        package let outputSkippedFrames: Int
        package let outputTotalFrames: Int
        package let outputSkippedAudio: Int
        package let outputTotalAudio: Int
        package let framesBeforeStart: Int
        package let audioBeforeStart: Int
        package let reconnects: Int
        package let attempt: Int?
        package let packetsSent: Int?
        package let packetsLost: Int?
        package let packetsRetransmitted: Int?
        package let roundTripTime: Double?
        package let cause: String?
        package let message: String?
    }

    package let version: String
    package let sessionId: String
    package let seed: UInt64
    package let exitCode: Int32
    package let stopReason: String
    package let error: Failure?
    package let video: Media
    package let audio: Media
    package let outputs: [Output]
    /// Frames and audio blocks by reason.
    package let drops: [String: Int]
    package let repeatedFrames: Int
    package let omittedRepeats: Int
    package let audioPipeSilences: Int
    package let slateFrames: Int
    package let silenceMilliseconds: Int
    package let trimmedMilliseconds: Int
    /// How often the machine delayed the session.
    package let delays: Int

    /// Frames that were offered to every output: a stalled machine loses some frames and repeats others.
    package var encodedFrames: Int { video.accepted - video.dropped + repeatedFrames }
}

extension String {
    /// The number of occurrences of a text.
    package func count(of text: String) -> Int { components(separatedBy: text).count - 1 }
}
