/// A call that was refused: the vendor's code, the rule behind it, and a diagnosis for people.
public struct StudioError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What the vendor's call returns.
    public let code: Code
    /// The rule that refused; its text and source are in ``Rule``.
    public let rule: RuleID
    /// What was wrong, with the numbers that were found and those that were expected.
    public let message: String
    /// What to do about it; empty when there is nothing to add.
    public let hint: String

    /// Makes a refusal by a rule, with the code that the catalogue lists for it unless another one is given.
    public init(_ rule: RuleID, _ message: String, hint: String = "", code: Code? = nil) {
        self.code = code ?? rule.code
        self.rule = rule
        self.message = message
        self.hint = hint
    }

    /// One line: `PS-SEND-006 InvalidParameter: got 431680 bytes, …; send tight planes`.
    public var description: String {
        "\(rule.rawValue) \(code): \(message)\(hint.isEmpty ? "" : "; \(hint)")"
    }
}

extension StudioError {
    /// A result code of the emulated interface, numbered as the vendor's macOS SDK numbers `ZoomSDKError`.
    ///
    /// The Windows SDK numbers the same names differently; never share the numbers between the two.
    public struct Code: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
        /// The vendor's number on macOS.
        public let rawValue: UInt32

        /// Keeps any number, known or not.
        public init(rawValue: UInt32) {
            self.rawValue = rawValue
        }

        /// Accepted.
        public static let success = Code(rawValue: 0)
        /// A failure without a closer reason; only when it was asked for.
        public static let failed = Code(rawValue: 1)
        /// The SDK was not initialised.
        public static let uninitialised = Code(rawValue: 2)
        /// The service failed; only when it was asked for.
        public static let serviceFailed = Code(rawValue: 3)
        /// The call does not belong into the present state.
        public static let wrongUsage = Code(rawValue: 4)
        /// An argument is wrong.
        public static let invalidParameter = Code(rawValue: 5)
        /// Neither host nor co-host.
        public static let noPermission = Code(rawValue: 6)
        /// Frames come faster than the declared cadence; strict mode only.
        public static let tooFrequentCall = Code(rawValue: 8)
        /// Production Studio is not available here.
        public static let unsupportedFeature = Code(rawValue: 9)
        /// There is no meeting, or it is over.
        public static let notInMeeting = Code(rawValue: 17)
        /// Memory could not be had.
        public static let outOfMemory = Code(rawValue: 22)

        /// The vendor's name without its prefix, `WrongUsage` for example.
        public var description: String {
            Self.names[rawValue] ?? "Code(\(rawValue))"
        }

        private static let names: [UInt32: String] = [
            0: "Success", 1: "Failed", 2: "Uninit", 3: "ServiceFailed", 4: "WrongUsage", 5: "InvalidParameter",
            6: "NoPermission", 7: "NoRecordingInProgress", 8: "TooFrequentCall", 9: "UnSupportedFeature",
            10: "EmailLoginIsDisabled", 11: "ModuleLoadFail", 12: "NoVideoData", 13: "NoAudioData",
            14: "NoShareData", 15: "NoVideoDeviceFound", 16: "DeviceError", 17: "NotInMeeting", 18: "initDevice",
            19: "CanNotChangeVirtualDevice", 20: "PreprocessRawdataError", 21: "NoLicense", 22: "Malloc_Failed",
            23: "ShareCannotSubscribeMyself", 24: "NeedUserConfirmRecordDisclaimer", 25: "UnKnown",
            26: "NotJoinAudio", 27: "HardwareDontSupport", 28: "DomainDontSupport", 29: "FileTransferError",
        ]
    }
}
