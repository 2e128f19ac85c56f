/// A field of the data of a request. A literal is a required field.
package struct RequestField: Hashable, Sendable, ExpressibleByStringLiteral {
    /// Alternatives where there is more than one.
    let names: [String]
    /// In Markdown.
    package let text: String
    let isOptional: Bool

    package init(stringLiteral name: String) { self.init([name], "`\(name)`") }

    private init(_ names: [String], _ text: String, isOptional: Bool = false) {
        (self.names, self.text, self.isOptional) = (names, text, isOptional)
    }

    static func optional(_ name: String) -> Self { Self([name], "`\(name)` (optional)", isOptional: true) }

    static func either(_ first: String, _ second: String) -> Self {
        Self([first, second], "`\(first)` or `\(second)`")
    }

    /// A source by its name or its identifier: `scene` is `sceneName` or `sceneUuid`. `canvasUuid` is read to reject it.
    static func source(_ prefix: String) -> Self {
        Self(["\(prefix)Name", "\(prefix)Uuid", "canvasUuid"], "`\(prefix)Name` or `\(prefix)Uuid`")
    }
}

/// A request that the server knows.
package struct RequestRow: Sendable {
    typealias Handler = @Sendable (Request, RequestContext) throws(RequestFailure) -> RequestStep

    /// How it is performed.
    package enum Kind: Hashable, Sendable {
        /// In the order of the requests of its connection.
        case ordered
        /// Beside later requests, because it may take long.
        case beside
        /// Answered with the error of OBS for a feature that is missing, and not listed as available.
        case refused
    }

    package let name: String
    /// What it does, in one sentence.
    package let text: String
    package let kind: Kind
    /// The fields that its handler sees.
    package let fields: [RequestField]
    /// Whether its answer comes from a snapshot, and therefore waits for one when the latest is old.
    let readsSnapshot: Bool
    let handler: Handler

    init(
        _ name: String, _ text: String, _ kind: Kind = .ordered, fields: [RequestField] = [],
        readsSnapshot: Bool = false, handler: @escaping Handler
    ) {
        (self.name, self.text, self.kind, self.fields) = (name, text, kind, fields)
        (self.readsSnapshot, self.handler) = (readsSnapshot, handler)
    }
}

/// All requests that the server knows.
package enum RequestTable {
    package static let all = general + config + scenes + inputs + outputs + refusals

    /// The names in `availableRequests`.
    package static let available = all.filter { $0.kind != .refused }.map(\.name)

    private static let byName = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })

    static func row(of request: Request) -> RequestRow? { byName[request.type] }

    /// What performs a request.
    static func step(_ request: Request, _ context: RequestContext) throws(RequestFailure) -> RequestStep {
        guard request.hasValidData else {
            throw RequestFailure(.invalidRequestFieldType, "Your request data is not an object.")
        }
        guard !request.type.isEmpty else {
            throw RequestFailure(.missingRequestType, "Your request's `requestType` may not be empty.")
        }
        guard let row = row(of: request) else {
            throw RequestFailure(.unknownRequestType, "Your request type is not valid.")
        }
        return try row.handler(request.keeping(row.fields.flatMap(\.names)), context)
    }
}

// MARK: - Features that psstudio does not have

extension RequestTable {
    private static func refusal(
        _ names: [String], _ text: String, _ status: RequestStatus, _ comment: String
    ) -> [RequestRow] {
        names.map { name in
            RequestRow(name, text, .refused) { _, _ throws(RequestFailure) in throw RequestFailure(status, comment) }
        }
    }

    fileprivate static let refusals =
        refusal(
            ["PauseRecord", "ResumeRecord", "ToggleRecordPause"], "Files cannot be paused.", .invalidResourceState,
            "A recording cannot be paused; stop it, or split its file.")
        + refusal(
            ["StartVirtualCam", "StopVirtualCam", "ToggleVirtualCam"], "There is no virtual camera.",
            .invalidResourceState, "VirtualCam is not available.")
        + refusal(
            [
                "GetReplayBufferStatus", "StartReplayBuffer", "StopReplayBuffer", "ToggleReplayBuffer",
                "SaveReplayBuffer", "GetLastReplayBufferReplay",
            ], "There is no replay buffer.", .invalidResourceState, "Replay buffer is not available.")
        + refusal(
            ["GetCurrentPreviewScene", "SetCurrentPreviewScene", "TriggerStudioModeTransition"],
            "There is no studio mode.", .studioModeNotActive, "")
        + [
            RequestRow(
                "SetRecordDirectory", "The folder is that of the server, and cannot be changed.", .refused,
                fields: ["recordDirectory"]
            ) { request, context throws(RequestFailure) in
                if context.show.outputs(of: .record).contains(where: \.isRunning) {
                    throw RequestFailure(.outputRunning)
                }
                _ = try request.text("recordDirectory")
                throw RequestFailure(
                    .resourceNotConfigurable, "Files are written below the folder of the server, which is fixed.")
            }
        ]
}
