import Foundation
import StudioRuntime

/// The thread on which an app calls its user interface.
package enum MainThread {
    /// Whether the caller is on the main thread or on the main queue, which `dispatchMain()` moves to other threads on Linux.
    package static var isCurrent: Bool { Thread.isMainThread || MainQueue.isCurrent }
}
