/// Replaces a value, and returns the old one. In a locked body, what it returns is released after the unlock.
@inlinable
package func exchange<Value>(_ value: inout Value, with next: consuming Value) -> Value {
    swap(&value, &next)
    return next
}

extension FixedWidthInteger {
    /// Adds 1, and returns the sum: the numbers 1, 2, 3 … from 0.
    @inlinable
    package mutating func increment() -> Self {
        self += 1
        return self
    }
}
