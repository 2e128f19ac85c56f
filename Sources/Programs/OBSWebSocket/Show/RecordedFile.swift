import SessionProtocol
import StudioCore

/// What has become of the file of a part of an output.
struct RecordedFile: Hashable, Sendable {
    enum End: Hashable, Sendable {
        /// It is there.
        case written
        /// It is not there, for this reason.
        case missing(String)
    }

    /// Redacted, as in the events of the session.
    let address: String
    let end: End

    /// The causes after which there is no file, although it was opened.
    private static let causesWithoutFile: Set<String> = [
        OutputFailure.Cause.noMedia.rawValue, OutputFailure.Cause.removed.rawValue,
    ]

    /// - Parameters:
    ///   - phase: how the part has ended.
    ///   - wasLive: whether its file was opened.
    ///   - hasMedia: whether it is known to have taken any.
    init(
        _ address: String, _ phase: OutputPhase, cause: String?, message: String?, wasLive: Bool, hasMedia: Bool
    ) {
        self.address = address
        switch phase {
        case .failed where !wasLive || cause.map(Self.causesWithoutFile.contains) ?? false:
            end = .missing(message ?? "it has failed")
        // The session may have ended before a frame came.
        case .finished where !hasMedia: end = .missing("the session ended, and no frame of it is known")
        // A command ends a recording behind its first frame, or it has failed.
        case .failed, .finished, .stopped: end = .written
        case .waiting, .connecting, .awaitingReader, .listening, .live, .stalled, .retrying, .finishing:
            end = .missing("it has not ended")
        }
    }
}

/// A file that a client has stopped, and whose name it is told.
struct StoppedFile: Hashable, Sendable {
    /// The number of its output.
    let output: Int
    let address: String
}

extension Show {
    /// What is known of a file that was stopped.
    enum FileState: Hashable, Sendable {
        /// The session has not reported its end.
        case open
        /// The session writes its end, so it has media.
        case closing
        case ended(RecordedFile.End)
    }

    func state(of file: StoppedFile) -> FileState {
        guard let output = outputs.first(where: { $0.number == file.output }) else {
            return .ended(.missing("its output is unknown"))
        }
        if let last = output.lastFile, last.address == file.address { return .ended(last.end) }
        // Another part was started meanwhile.
        return output.isEndReported || output.address != file.address ? .closing : .open
    }

    /// The answer to a client that has stopped these files: the path of the first that is there.
    ///
    /// - Parameter isLate: whether it does not wait any longer. A long file is closed for some time.
    /// - Returns: `nil` while it is not known.
    func answer(to files: [StoppedFile], isLate: Bool) -> RequestResult? {
        var reasons: [String] = []
        for file in files {
            switch state(of: file) {
            case .ended(.written): return .success(["outputPath": .text(path(file.address))])
            case .ended(.missing(let reason)): reasons.append("\(file.address): \(reason)")
            case .closing where isLate: return .success(["outputPath": .text(path(file.address))])
            case .open where isLate:
                reasons.append("\(file.address): the session has not ended it yet; RecordStateChanged tells")
            case .open, .closing: return nil
            }
        }
        return .failure(RequestFailure(.requestProcessingFailed, reasons.first ?? "no file was stopped"))
    }
}
