// A pure Swift requirement with one optionality ignores a method with another one, while an imported requirement accepts
// all three. Two requirements of one protocol cannot differ in that alone, so each spelling has a protocol of its own.

/// Users join and leave, with an optional array.
public protocol ZoomSDKUserArrayReceiver: AnyObject {
    /// The other spelling of the argument; called unless the header's one is implemented.
    func onUserJoin(_ array: [Any]?)
    /// The other spelling of the argument; called unless the header's one is implemented.
    func onUserLeft(_ array: [Any]?)
}

/// Users join and leave, with an implicitly unwrapped array.
public protocol ZoomSDKUserArrayUnwrappedReceiver: AnyObject {
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    /// The other spelling of the argument; called unless another one is implemented.
    func onUserJoin(_ array: [Any]!)
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    /// The other spelling of the argument; called unless another one is implemented.
    func onUserLeft(_ array: [Any]!)
}

extension ZoomSDKUserArrayReceiver where Self: ZoomSDKUserArrayUnwrappedReceiver {
    /// Calls the other spelling.
    public func onUserJoin(_ array: [Any]?) { deliverUnwrapped(array, to: self, hasJoined: true) }
    /// Calls the other spelling.
    public func onUserLeft(_ array: [Any]?) { deliverUnwrapped(array, to: self, hasJoined: false) }
}

extension ZoomSDKUserArrayUnwrappedReceiver {
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    /// Does nothing.
    public func onUserJoin(_ array: [Any]!) {}
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    /// Does nothing.
    public func onUserLeft(_ array: [Any]!) {}
}

// Each function sees only one protocol, so that the call is not ambiguous.

func deliverOptional(_ array: [Any], to receiver: some ZoomSDKUserArrayReceiver, hasJoined: Bool) {
    let array: [Any]? = array
    if hasJoined { receiver.onUserJoin(array) } else { receiver.onUserLeft(array) }
}

private func deliverUnwrapped(_ array: [Any]?, to receiver: some ZoomSDKUserArrayUnwrappedReceiver, hasJoined: Bool) {
    if hasJoined { receiver.onUserJoin(array) } else { receiver.onUserLeft(array) }
}
