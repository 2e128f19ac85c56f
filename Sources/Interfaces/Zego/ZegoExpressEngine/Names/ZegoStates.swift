/// Whether the engine runs: whether anything is previewed, published or played.
public enum ZegoEngineState: UInt, Sendable {
    /// It runs.
    case start = 0
    /// It has stopped.
    case stop = 1
}

/// The connection to a room.
public enum ZegoRoomState: UInt, Sendable {
    /// None.
    case disconnected = 0
    /// It is being made, or made again.
    case connecting = 1
    /// It exists.
    case connected = 2
}

/// Why the connection to a room changed.
public enum ZegoRoomStateChangedReason: UInt, Sendable {
    /// A login began.
    case logining = 0
    /// A login succeeded.
    case logined = 1
    /// A login failed.
    case loginFailed = 2
    /// The connection is interrupted.
    case reconnecting = 3
    /// The connection exists again.
    case reconnected = 4
    /// The connection has ended.
    case reconnectFailed = 5
    /// The user was removed from the room.
    case kickOut = 6
    /// The room was left.
    case logout = 7
    /// Never reported; the callback of the call and `onDebugError` report it.
    case logoutFailed = 8
}

/// Playing a stream.
public enum ZegoPlayerState: UInt, Sendable {
    /// The stream is not played.
    case noPlay = 0
    /// The stream is awaited.
    case playRequesting = 1
    /// The stream is played.
    case playing = 2
}

/// Publishing a stream.
public enum ZegoPublisherState: UInt, Sendable {
    /// The stream is not published.
    case noPublish = 0
    /// The stream is about to be published.
    case publishRequesting = 1
    /// The stream is published.
    case publishing = 2
}

/// A change of a list.
public enum ZegoUpdateType: UInt, Sendable {
    /// The members are new.
    case add = 0
    /// The members are gone.
    case delete = 1
}

/// Numbers of errors. Numbers that the emulator never reports are marked.
public enum ZegoErrorCode: Int32, Sendable {
    /// No error.
    case commonSuccess = 0
    /// There is no engine.
    case commonEngineNotCreate = 1_000_001
    /// The call needs a room.
    case commonNotLoginRoom = 1_000_002
    /// Never reported.
    case commonEngineNotStarted = 1_000_003
    /// An event handler is set already.
    case commonEventHandlerExists = 1_000_008
    /// The stream ID has 256 bytes or more.
    case commonStreamIdTooLong = 1_000_014
    /// The stream ID is empty.
    case commonStreamIdNull = 1_000_015
    /// The stream ID has a character that it must not have.
    case commonStreamIdInvalidCharacter = 1_000_016
    /// An argument is missing, or out of range.
    case commonIllegalParam = 1_000_017
    /// The app ID is 0.
    case engineAppidZero = 1_001_000
    /// The app sign does not have 64 bytes.
    case engineAppsignInvalidLength = 1_001_001
    /// The app sign has other characters than hexadecimal digits.
    case engineAppsignInvalidCharacter = 1_001_002
    /// Never reported.
    case engineAppsignNull = 1_001_003
    /// Never reported.
    case engineAppidIncorrectOrNotOnline = 1_001_004
    /// Never reported.
    case engineAppsignIncorrect = 1_001_005
    /// A room is entered already.
    case roomCountExceed = 1_002_001
    /// The room was not entered.
    case roomRoomidIncorrect = 1_002_002
    /// The user ID is empty.
    case roomUserIdNull = 1_002_005
    /// The user ID has 64 bytes or more.
    case roomUserIdTooLong = 1_002_007
    /// The room ID is empty.
    case roomRoomidNull = 1_002_011
    /// The room ID has 128 bytes or more.
    case roomRoomidTooLong = 1_002_013
    /// The room cannot be entered.
    case roomErrorConnectFailed = 1_002_030
    /// The connection to the room is interrupted.
    case roomConnectTemporaryBroken = 1_002_051
    /// The connection to the room has ended.
    case roomDisconnect = 1_002_052
    /// The user was removed from the room.
    case roomManualKickedOut = 1_002_055
    /// The channel publishes another stream already.
    case publisherErrorAlreadyDoPublish = 1_003_023
    /// The stream ID is published already.
    case publisherErrorRepetitivePublishStream = 1_003_028
    /// Never reported.
    case customVideoIOCapturerNotCreated = 1_011_001
    /// Never reported.
    case customVideoIONoCustomVideoCapture = 1_011_002
    /// Custom rendering or capture was switched while the engine runs.
    case customVideoIOEnableCustomIoFailed = 1_011_003
    /// Never reported.
    case customVideoIONotSupportedFormat = 1_011_010
    /// Frames cannot be delivered with the buffer type.
    case customVideoIONotSupportedBufferType = 1_011_011
}
