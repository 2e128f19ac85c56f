import StudioCore

extension OutputGroup {
    /// An output with its number in the session. It runs in parts, one after the other.
    package struct Member: Sendable {
        package let number: Int
        /// The present part: the latest that has begun.
        package private(set) var output: Output
        /// What it was added with.
        let driver: any OutputDriver
        package internal(set) var life: OutputLife
        /// The latest split, until its former part has all of its units.
        var split: OutputSplit?
        /// The last state of the next part of the split that was not reported, because the part had not begun.
        var unreported: OutputStatus?
        /// Former parts that write their end.
        private(set) var former: [Output] = []
        /// The counts of former parts that have ended.
        private var ended = OutputStatus(.waiting)

        /// - Parameter life: that of an output whose first part has a later name than the driver's.
        init(_ number: Int, _ output: Output, driver: any OutputDriver, life: OutputLife = OutputLife()) {
            (self.number, self.output, self.driver, self.life) = (number, output, driver, life)
        }

        package var isRemoved: Bool { life.state == .removed }

        /// Whether nothing follows of it: it was removed, and all of its parts have ended.
        var isForgettable: Bool { isRemoved && split == nil && parts.allSatisfy(\.hasEnded) }

        /// The state of the present part, and the counts of all.
        package var status: OutputStatus {
            output.status.following(former.reduce(ended) { $1.status.following($0) })
        }

        /// All parts that may not have ended.
        package var parts: [Output] { former + [output] }

        /// Another part becomes the present one.
        mutating func begin(_ next: Output) {
            former.append(output)
            output = next
            // An output that is started often keeps the counts of its parts only.
            let parts = former
            former = []
            for part in parts {
                if part.hasEnded { ended = part.status.following(ended) } else { former.append(part) }
            }
        }
    }

    /// A change of the state of a part.
    package struct Change: Sendable {
        package let number: Int
        package let output: Output
        package let status: OutputStatus
        /// Whether it is the present part of the output.
        package let isPresent: Bool
    }
}
