/// One rule of the emulated interface, as the catalogue lists it.
public struct Rule: Hashable, Sendable {
    /// How sure it is that the vendor's interface behaves so.
    public enum Mark: String, Hashable, Sendable, CaseIterable {
        /// Stated by the vendor's guide or header.
        case documented
        /// Follows from what the vendor states, or was seen with a sibling interface.
        case inferred
        /// The vendor is silent; psstudio decided.
        case chosen
    }

    /// The stable identifier.
    public let id: RuleID
    /// What holds, in one sentence.
    public let statement: String
    /// How sure it is.
    public let mark: Mark
    /// Where it comes from, or why it was chosen.
    public let source: String
    /// What a call that breaks it returns; `success` for rules about what psstudio itself does.
    public let code: StudioError.Code

    init(_ id: RuleID, _ code: StudioError.Code, _ mark: Mark, _ statement: String, source: String) {
        self.id = id
        self.code = code
        self.mark = mark
        self.statement = statement
        self.source = source
    }
}

/// The stable identifiers of all rules. An identifier is never reused for another rule.
public enum RuleID: String, Hashable, Sendable, CaseIterable {
    case startOutsideMeeting = "PS-START-001"
    case startUnsupported = "PS-START-002"
    case startWithoutPermission = "PS-START-003"
    case startTwice = "PS-START-004"
    case startWithoutDelegate = "PS-START-005"
    case startSizeNotPositive = "PS-START-006"
    case startSizeOdd = "PS-START-007"
    case startFormatUnknown = "PS-START-008"
    case startSizeTooLarge = "PS-START-009"
    case startStudioTaken = "PS-START-010"
    case startContractCopied = "PS-START-011"
    case startAnsweredOnce = "PS-START-012"
    case startFailureInjected = "PS-START-013"
    case startCheckOrder = "PS-START-014"
    case startedQuery = "PS-START-015"
    case stopNothingRunning = "PS-STOP-001"
    case stopWhileStarting = "PS-STOP-002"
    case stopWhileAccepted = "PS-STOP-003"
    case stopDeliveredOnce = "PS-STOP-004"
    case stopClosesGateFirst = "PS-STOP-005"
    case stopAllowsRestart = "PS-STOP-006"
    case stopOnRoleLoss = "PS-STOP-007"
    case stopOnLossBeforeSending = "PS-STOP-008"
    case stopBeforeMeetingEnds = "PS-STOP-009"
    case stopNotOnRoleMove = "PS-STOP-010"
    case stopAfterNilSender = "PS-STOP-011"
    case stopOutsideMeeting = "PS-STOP-012"
    case sendOutsideRun = "PS-SEND-001"
    case videoBufferMissing = "PS-SEND-002"
    case videoBufferEmpty = "PS-SEND-003"
    case videoFormatDiffers = "PS-SEND-004"
    case videoSizeDiffers = "PS-SEND-005"
    case videoLengthWrong = "PS-SEND-006"
    case sendsOverlap = "PS-SEND-007"
    case videoTooFrequent = "PS-SEND-008"
    case sendCopies = "PS-SEND-009"
    case sendWhileReconnecting = "PS-SEND-010"
    case sendOutOfMemory = "PS-SEND-011"
    case sendFromInside = "PS-SEND-012"
    case videoRateDiffers = "PS-SEND-013"
    case audioBufferMissing = "PS-AUDIO-001"
    case audioBufferEmpty = "PS-AUDIO-002"
    case audioLengthOdd = "PS-AUDIO-003"
    case audioRateUnknown = "PS-AUDIO-004"
    case audioChannelUnknown = "PS-AUDIO-005"
    case audioPairCut = "PS-AUDIO-006"
    case audioFormatMayChange = "PS-AUDIO-007"
    case audioBlockLong = "PS-AUDIO-008"
    case audioLayout = "PS-AUDIO-009"
    case videoStamp = "PS-TIME-001"
    case audioStamp = "PS-TIME-002"
    case callbackNeverInsideCall = "PS-ORDER-001"
    case startOrder = "PS-ORDER-002"
    case stopOrder = "PS-ORDER-003"
    case answerLatency = "PS-ORDER-004"
    case callbackQueue = "PS-ORDER-005"
    case userIDWhenNone = "PS-USER-001"
    case userIDAfterRestart = "PS-USER-002"
    case userHasParent = "PS-USER-003"
    case meetJoinOrder = "PS-MEET-001"
    case meetOutside = "PS-MEET-002"
    case meetJoiningFails = "PS-MEET-003"
    case meetPutOutside = "PS-MEET-004"
    case meetEndOrder = "PS-MEET-005"
    case meetEndReason = "PS-MEET-006"
    case meetEndIsFinal = "PS-MEET-007"
    case meetReconnecting = "PS-MEET-008"
    case meetReconnectingStops = "PS-MEET-009"
    case meetBreakoutRoom = "PS-MEET-010"
    case meetWebinar = "PS-MEET-011"
    case meetMomentary = "PS-MEET-012"
    case meetControllerIdentity = "PS-MEET-013"
    case meetSharedIsJoined = "PS-MEET-014"
    case requestOutsideMeeting = "PS-ROLE-001"
    case requestWithoutRole = "PS-ROLE-002"
    case requestForNobody = "PS-ROLE-003"
    case reclaimAsHost = "PS-ROLE-004"
    case roleOneHost = "PS-ROLE-005"
    case roleHostLeaves = "PS-ROLE-006"
    case roleReclaim = "PS-ROLE-007"
    case roleOrder = "PS-ROLE-008"
    case roleEndByOthers = "PS-ROLE-009"
    case rosterNumbers = "PS-ROSTER-001"
    case rosterAgrees = "PS-ROSTER-002"
    case rosterExpelled = "PS-ROSTER-003"
    case rosterStudioFirst = "PS-ROSTER-004"
    case rosterOneStudio = "PS-ROSTER-005"
    case rosterOtherStudio = "PS-ROSTER-006"
    case rosterStudioExpelled = "PS-ROSTER-007"
    case rosterStudioRoleLost = "PS-ROSTER-008"
    case sdkCodes = "PS-SDK-001"
    case sdkStatusNumbers = "PS-SDK-002"
    case sdkConstants = "PS-SDK-003"
    case sdkControllerOptional = "PS-SDK-004"
    case sdkActionController = "PS-SDK-005"
    case sdkRequiredCallbacks = "PS-SDK-006"
    case sdkUserStatusBothWidths = "PS-SDK-007"
    case sdkLookup = "PS-SDK-008"
    case sdkResultsIgnorable = "PS-SDK-009"
    case sdkSendable = "PS-SDK-010"
    case sdkCharPointers = "PS-SDK-011"
    case sdkCapabilityDefaults = "PS-SDK-012"
    case sdkDelegateNotRetained = "PS-SDK-013"
    case sdkUserInfo = "PS-SDK-014"
    case sdkLeaving = "PS-SDK-015"

    /// What the catalogue says about this rule.
    public var rule: Rule { RuleCatalogue.rule(self) }

    /// The code of a call that breaks this rule.
    public var code: StudioError.Code { rule.code }
}
