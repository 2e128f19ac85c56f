/// The observations of one subscriber.
struct ReceiverRecord: Hashable, Sendable {
    var name = ""
    var budget = 0
    var highWaterMark = 0
    /// The most frames that were held when a callback looked.
    var peakUsed = 0
    /// Frames that were held after all were released.
    var usedAtEnd = 0
    var offered = 0
    var delivered = 0
    var dropped = 0
    var callbacks = 0
    /// Callbacks that began after the call that cancelled had returned.
    var callbacksAfterCancel = 0
    /// Callbacks after the meeting was at rest without the subscription.
    var callbacksAfterRest = 0
    /// Frames whose number is not larger than the one before.
    var disorder = 0
    /// Drops that were reported; those that still waited for their report at the end are missing.
    var reportedDrops = 0
    /// Kept frames whose content has changed.
    var changedFrames = 0

    /// What is wrong, one line each.
    var violations: [String] {
        var violations: [String] = []
        func check(_ holds: Bool, _ text: String) { if !holds { violations.append("\(name): \(text)") } }
        let missing = offered - delivered - dropped
        check(missing == 0, "offered \(offered), delivered \(delivered), dropped \(dropped): \(missing) missing")
        check(max(highWaterMark, peakUsed) <= budget, "\(max(highWaterMark, peakUsed)) frames held, budget \(budget)")
        check(usedAtEnd == 0, "\(usedAtEnd) frames held after all were released")
        check(callbacks == delivered, "\(callbacks) callbacks, \(delivered) counted")
        // The callback that was about to begin when the call returned.
        check(callbacksAfterCancel <= 1, "\(callbacksAfterCancel) callbacks after cancel")
        check(callbacksAfterRest == 0, "\(callbacksAfterRest) callbacks after the end")
        check(disorder == 0, "\(disorder) frames out of order")
        check(reportedDrops <= dropped, "\(reportedDrops) drops reported, \(dropped) counted")
        check(changedFrames == 0, "\(changedFrames) kept frames have changed")
        return violations
    }
}
