/// The result of offering a unit to a queue.
package enum Admission: Hashable, Sendable {
    case taken
    /// Taken; the oldest queued unit was dropped.
    case takenDroppingOldest
    /// Held until it is known whether it belongs to the output.
    case held
    /// The queue has no capacity, or the output has not started.
    case refused
    /// The pipeline has failed or ended.
    case closed
}
