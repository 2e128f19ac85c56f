/// Why the server closes a connection. Clients decide by code and reason whether they connect again.
package struct Closing: Error, Hashable, Sendable {
    /// The codes of the protocol, and those of WebSocket that the server uses.
    package enum Code: UInt16, Hashable, Sendable, CaseIterable {
        /// The server ends.
        case goingAway = 1001
        case protocolError = 1002
        case policyViolation = 1008
        case messageTooBig = 1009
        case unknownReason = 4000
        case messageDecodeError = 4002
        case missingDataField = 4003
        case invalidDataFieldType = 4004
        case invalidDataFieldValue = 4005
        case unknownOpCode = 4006
        case notIdentified = 4007
        case alreadyIdentified = 4008
        case authenticationFailed = 4009
        case unsupportedRPCVersion = 4010
        case sessionInvalidated = 4011
        case unsupportedFeature = 4012
    }

    package let code: Code
    /// At most 123 bytes: RFC 6455 allows no more.
    package let reason: String

    package init(_ code: Code, _ reason: String) {
        self.code = code
        self.reason = Self.shortened(reason)
    }

    private static func shortened(_ reason: String) -> String {
        var text = reason
        while text.utf8.count > 123 { text.removeLast() }
        return text
    }
}

// The reasons of OBS, word by word: Companion reads two of them.
extension Closing {
    static let binaryOnJSON = Closing(
        .messageDecodeError, "Your session encoding is set to Json, but a binary message was received.")
    static let textOnMessagePack = Closing(
        .messageDecodeError, "Your session encoding is set to MsgPack, but a text message was received.")
    static let noObject = Closing(.messageDecodeError, "You sent a non-object payload.")
    static let oldProtocol = Closing(
        .unsupportedRPCVersion,
        "You appear to be attempting to connect with the pre-5.0.0 plugin protocol. Check to make sure your client is "
            + "updated.")
    static let missingOp = Closing(.unknownOpCode, "Your request is missing an `op`.")
    static let invalidOp = Closing(.unknownOpCode, "Your `op` is not a number.")
    static let missingData = Closing(.missingDataField, "Your payload is missing data (`d`).")
    static let invalidData = Closing(.invalidDataFieldType, "Your payload's data (`d`) is not an object.")
    static let notIdentified = Closing(
        .notIdentified, "You attempted to send a non-Identify message while not identified.")
    static let alreadyIdentified = Closing(
        .alreadyIdentified, "You are already Identified with the obs-websocket server.")
    static let missingAuthentication = Closing(
        .authenticationFailed,
        "Your payload's data is missing an `authentication` string, however authentication is required.")
    static let invalidAuthentication = Closing(
        .authenticationFailed, "Your `authentication` field is not a string.")
    static let wrongPassword = Closing(.authenticationFailed, "Authentication failed.")
    static let missingRPCVersion = Closing(.missingDataField, "Your payload's data is missing an `rpcVersion`.")
    static let invalidRPCVersion = Closing(
        .invalidDataFieldType, "Your `rpcVersion` is not an unsigned number.")
    static let unsupportedRPCVersion = Closing(
        .unsupportedRPCVersion, "Your requested RPC version is not supported by this server.")
    static let invalidEvents = Closing(
        .invalidDataFieldType, "Your `eventSubscriptions` is not an unsigned number.")
    static let missingRequestID = Closing(.missingDataField, "Your payload data is missing a `requestId`.")
    static let missingRequestType = Closing(.missingDataField, "Your payload's data is missing an `requestType`.")
    static let invalidRequestType = Closing(.invalidDataFieldType, "Your `requestType` is not a string.")
    static let invalidExecutionType = Closing(.invalidDataFieldType, "Your `executionType` is not a number.")
    static let unknownExecutionType = Closing(.invalidDataFieldValue, "Your `executionType` has an invalid value.")
    static let invalidVariables = Closing(.invalidDataFieldType, "Your `variables` is not an object.")
    static let parallelVariables = Closing(
        .unsupportedFeature, "Variables are not supported in Parallel mode.")
    static let invalidHaltOnFailure = Closing(.invalidDataFieldType, "Your `haltOnFailure` is not a boolean.")
    static let missingRequests = Closing(.missingDataField, "Your payload data is missing a `requests`.")
    static let invalidRequests = Closing(.invalidDataFieldType, "Your `requests` is not an array.")

    static func unknownOp(_ op: String) -> Closing { Closing(.unknownOpCode, "Unknown OpCode: \(op)") }

    /// The server ends.
    package static let goingAway = Closing(.goingAway, "Server stopping.")
    static let tooManyRequests = Closing(
        .messageTooBig, "The batch has more than \(ClientBatch.maximumRequests) requests.")
    package static let brokenFrame = Closing(.protocolError, "A frame breaks the WebSocket protocol.")
    package static let tooSlow = Closing(.policyViolation, "More than 8 MiB wait for you: you read too slowly.")
    /// Others have connected.
    package static let crowdedOut = Closing(
        .policyViolation, "Too many connections: yours was closed, because it has not identified itself.")
    static let passwordChanged = Closing(.sessionInvalidated, "The password has changed.")
    static let notInTime = Closing(.notIdentified, "You have not identified yourself within 20 seconds.")
    /// A message is longer than ``Encoding/longestMessage``.
    package static let tooLong = Closing(.messageTooBig, "The message is longer than 1 MiB.")
}
