/// The kinds of events that a client wants, as bits. Unknown bits are kept and mean nothing.
package struct EventMask: OptionSet, Hashable, Sendable {
    package let rawValue: UInt64

    package init(rawValue: UInt64) { self.rawValue = rawValue }

    package static let general = EventMask(rawValue: 1)
    package static let config = EventMask(rawValue: 1 << 1)
    package static let scenes = EventMask(rawValue: 1 << 2)
    package static let inputs = EventMask(rawValue: 1 << 3)
    package static let transitions = EventMask(rawValue: 1 << 4)
    package static let filters = EventMask(rawValue: 1 << 5)
    package static let outputs = EventMask(rawValue: 1 << 6)
    package static let sceneItems = EventMask(rawValue: 1 << 7)
    package static let mediaInputs = EventMask(rawValue: 1 << 8)
    package static let vendors = EventMask(rawValue: 1 << 9)
    package static let ui = EventMask(rawValue: 1 << 10)
    package static let canvases = EventMask(rawValue: 1 << 11)

    /// What a client gets that does not choose: all but the events of high volume.
    package static let all = EventMask(rawValue: (1 << 12) - 1)

    // Events of high volume.
    package static let inputVolumeMeters = EventMask(rawValue: 1 << 16)
    package static let inputActiveStateChanged = EventMask(rawValue: 1 << 17)
    package static let inputShowStateChanged = EventMask(rawValue: 1 << 18)
    package static let sceneItemTransformChanged = EventMask(rawValue: 1 << 19)
}
