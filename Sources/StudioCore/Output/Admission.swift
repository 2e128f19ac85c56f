/// What became of a unit that was offered to a queue.
package enum Admission: Hashable, Sendable {
    case taken
    /// Taken, and the oldest one that waited was dropped for it.
    case takenDroppingOldest
    /// Kept until it is known whether it belongs to the receiver.
    case held
    /// There was no capacity, or the receiver has not started.
    case refused
    /// The pipeline has failed or ended.
    case closed
}
