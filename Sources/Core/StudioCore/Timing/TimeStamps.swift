/// The limits within which time stamps count as equal. The sender assigns them; who paces, repeats or judges media relies on them.
package enum TimeStamps {
    /// How far media may be from its count. It is the contract's limit for audio: viewers notice an offset of about this size
    /// (EBU R37: +40 ms).
    package static let tolerance = MediaTime.milliseconds(40)
    /// The least distance of two frames. FLV has a resolution of one millisecond: closer frames would get the same time.
    package static let minimumStep = MediaTime.milliseconds(1)
}
