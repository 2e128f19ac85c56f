package import StudioCore

// The numbers of join failures and authentication results on macOS; PS-SDK-021.
extension JoinFailure {
    /// All failures with a constant of `ZoomSDKMeetingError`, with its number.
    package static let numbered: [(failure: JoinFailure, number: UInt32)] = [
        (.connectionFailed, 1), (.reconnectFailed, 2), (.mediaServerFailed, 3), (.passcodeWrong, 4),
        (.sessionFailed, 5), (.meetingOver, 6), (.meetingNotStarted, 7), (.meetingUnknown, 8), (.meetingFull, 9),
        (.clientIncompatible, 10), (.noMediaServer, 11), (.meetingLocked, 12), (.meetingRestricted, 13),
        (.joinBeforeHostRestricted, 14), (.webRequestFailed, 15), (.startTokenExpired, 16), (.videoSessionFailed, 17),
        (.audioStartFailed, 18), (.webinarFull, 19), (.webinarRegisteredHost, 20), (.webinarRegisteredPanelist, 21),
        (.webinarDeniedEmail, 22), (.webinarSignInRequired, 23), (.certificateChanged, 24),
        (.personalNameUnknown, 27), (.webinarSameEmail, 28), (.hostingDisallowed, 29), (.configurationNotWritten, 50),
        (.internalMeeting, 60), (.removedByHost, 61), (.outsidersDisallowed, 62), (.externalMeeting, 63),
        (.blockedByAdministrator, 64), (.signInRequired, 82), (.personalLinkUnconfirmed, 88),
        (.personalLinkMissing, 89), (.unknown, 100), (.privilegeTokenWrong, 500), (.authorizedUserAbsent, 501),
        (.onBehalfTokenConflict, 502), (.hostTokenMissing, 503), (.anonymousJoinDisallowed, 504),
        (.onBehalfTokenWrong, 505), (.onBehalfTokenOtherMeeting, 506), (.joinTokenOtherEmail, 1143),
    ]

    private static let numbers = Dictionary(uniqueKeysWithValues: numbered.map { ($0.failure, $0.number) })
    private static let failures = Dictionary(uniqueKeysWithValues: numbered.map { ($0.number, $0.failure) })

    /// The failure with this number. A number without a name is preserved: `Failure(4711)`.
    package init(number: UInt32) {
        self = Self.failures[number] ?? JoinFailure(rawValue: "Failure(\(number))")
    }

    /// The number of this failure; that of `unknown` when it has none.
    package var number: UInt32 {
        Self.numbers[self] ?? keptNumber(in: rawValue, prefix: "Failure(") ?? 100
    }
}

extension AuthenticationResult {
    /// All results with a constant of `ZoomSDKAuthError`, with its number.
    package static let numbered: [(result: AuthenticationResult, number: UInt32)] = [
        (.success, 0), (.keyWrong, 1), (.accountUnsupported, 2), (.accountNotEnabled, 3), (.timeout, 4),
        (.networkFailed, 5), (.clientIncompatible, 6), (.tokenWrong, 7), (.keyEmpty, 8), (.limitReached, 9),
        (.unknown, 100),
    ]

    private static let numbers = Dictionary(uniqueKeysWithValues: numbered.map { ($0.result, $0.number) })
    private static let results = Dictionary(uniqueKeysWithValues: numbered.map { ($0.number, $0.result) })

    /// The result with this number. A number without a name is preserved: `Result(4711)`.
    package init(number: UInt32) {
        self = Self.results[number] ?? AuthenticationResult(rawValue: "Result(\(number))")
    }

    /// The number of this result; that of `unknown` when it has none.
    package var number: UInt32 {
        Self.numbers[self] ?? keptNumber(in: rawValue, prefix: "Result(") ?? 100
    }
}

/// The number in a name.
private func keptNumber(in name: String, prefix: String) -> UInt32? {
    guard name.hasPrefix(prefix), name.hasSuffix(")") else { return nil }
    return UInt32(name.dropFirst(prefix.count).dropLast())
}
