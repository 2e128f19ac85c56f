import SessionProtocol

/// The result code of a request.
package enum RequestStatus: Int, Hashable, Sendable, CaseIterable {
    case success = 100
    case missingRequestType = 203
    case unknownRequestType = 204
    case genericError = 205
    case unsupportedRequestBatchExecutionType = 206
    case notReady = 207
    case missingRequestField = 300
    case missingRequestData = 301
    case invalidRequestField = 400
    case invalidRequestFieldType = 401
    case requestFieldOutOfRange = 402
    case requestFieldEmpty = 403
    case tooManyRequestFields = 404
    case outputRunning = 500
    case outputNotRunning = 501
    case outputPaused = 502
    case outputNotPaused = 503
    case outputDisabled = 504
    case studioModeActive = 505
    case studioModeNotActive = 506
    case resourceNotFound = 600
    case resourceAlreadyExists = 601
    case invalidResourceType = 602
    case notEnoughResources = 603
    case invalidResourceState = 604
    case invalidInputKind = 605
    case resourceNotConfigurable = 606
    case invalidFilterKind = 607
    case resourceCreationFailed = 700
    case resourceActionFailed = 701
    case requestProcessingFailed = 702
    case cannotAct = 703
}

/// Why a request was not performed.
struct RequestFailure: Error, Hashable, Sendable {
    let status: RequestStatus
    /// Empty for none.
    let comment: String

    init(_ status: RequestStatus, _ comment: String = "") {
        (self.status, self.comment) = (status, comment)
    }
}

/// The result of a request: the data of its response, `nil` for none.
typealias RequestResult = Result<JSON?, RequestFailure>

extension RequestResult {
    var isSuccess: Bool { if case .success = self { true } else { false } }

    /// The fields of a response behind its type and its number.
    var fields: [(String, JSON)] {
        switch self {
        case .success(let data):
            let status: JSON = ["result": true, "code": .number(RequestStatus.success.rawValue)]
            return [("requestStatus", status)] + (data.map { [("responseData", $0)] } ?? [])
        case .failure(let failure):
            var status: JSON = ["result": false, "code": .number(failure.status.rawValue)]
            if !failure.comment.isEmpty { status.set("comment", .text(failure.comment)) }
            return [("requestStatus", status)]
        }
    }
}
