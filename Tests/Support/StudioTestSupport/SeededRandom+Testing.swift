package import StudioCore

extension SeededRandom {
    /// A random element of `elements`, which must not be empty.
    package mutating func pick<Element>(_ elements: [Element]) -> Element {
        elements[Int.random(in: elements.indices, using: &self)]
    }

    /// `true` in `percent` of 100 cases.
    package mutating func chance(percent: Int) -> Bool {
        Int.random(in: 0..<100, using: &self) < percent
    }

    /// `count` random bytes.
    package mutating func bytes(_ count: Int) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(count + 8)
        while result.count < count {
            withUnsafeBytes(of: next()) { result.append(contentsOf: $0) }
        }
        result.removeLast(result.count - count)
        return result
    }
}
