// A pure Swift requirement with one optionality ignores a method with another one, while an imported requirement accepts
// all three. Two requirements of one protocol cannot differ in that alone, so each spelling has a protocol of its own.

/// Users join, leave and speak, with an optional array.
public protocol ZoomSDKUserArrayReceiver: AnyObject {
    /// The other spelling of the argument; called unless the header's one is implemented.
    func onUserJoin(_ array: [Any]?)
    /// The other spelling of the argument; called unless the header's one is implemented.
    func onUserLeft(_ array: [Any]?)
    /// The other spelling of the argument; called unless the header's one is implemented.
    func onUserActiveAudioChange(_ useridArray: [Any]?)
}

/// Users join, leave and speak, with an implicitly unwrapped array.
public protocol ZoomSDKUserArrayUnwrappedReceiver: AnyObject {
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    /// The other spelling of the argument; called unless another one is implemented.
    func onUserJoin(_ array: [Any]!)
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    /// The other spelling of the argument; called unless another one is implemented.
    func onUserLeft(_ array: [Any]!)
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    /// The other spelling of the argument; called unless another one is implemented.
    func onUserActiveAudioChange(_ useridArray: [Any]!)
}

extension ZoomSDKUserArrayReceiver where Self: ZoomSDKUserArrayUnwrappedReceiver {
    /// Calls the other spelling.
    public func onUserJoin(_ array: [Any]?) { deliverUnwrapped(array, to: self, .joined) }
    /// Calls the other spelling.
    public func onUserLeft(_ array: [Any]?) { deliverUnwrapped(array, to: self, .left) }
    /// Calls the other spelling.
    public func onUserActiveAudioChange(_ useridArray: [Any]?) { deliverUnwrapped(useridArray, to: self, .speaking) }
}

extension ZoomSDKUserArrayUnwrappedReceiver {
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    /// Does nothing.
    public func onUserJoin(_ array: [Any]!) {}
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    /// Does nothing.
    public func onUserLeft(_ array: [Any]!) {}
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    /// Does nothing.
    public func onUserActiveAudioChange(_ useridArray: [Any]!) {}
}

/// A callback with an array of users.
enum UserArrayCallback {
    case joined
    case left
    case speaking
}

// Each function sees only one protocol, so that the call is not ambiguous.

func deliverOptional(_ array: [Any], to receiver: some ZoomSDKUserArrayReceiver, _ callback: UserArrayCallback) {
    let array: [Any]? = array
    switch callback {
    case .joined: receiver.onUserJoin(array)
    case .left: receiver.onUserLeft(array)
    case .speaking: receiver.onUserActiveAudioChange(array)
    }
}

private func deliverUnwrapped(
    _ array: [Any]?, to receiver: some ZoomSDKUserArrayUnwrappedReceiver, _ callback: UserArrayCallback
) {
    switch callback {
    case .joined: receiver.onUserJoin(array)
    case .left: receiver.onUserLeft(array)
    case .speaking: receiver.onUserActiveAudioChange(array)
    }
}
