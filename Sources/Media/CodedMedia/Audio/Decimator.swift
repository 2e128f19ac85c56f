import Glibc

/// Decimates audio by an integer factor, so that the chirps' matched filters are short. It keeps frequencies below 4
/// kHz.
///
/// Output sample `n` corresponds to input sample `n · factor`: the delay of the filter is compensated.
struct Decimator: Sendable {
    let factor: Int
    private let taps: [Float]
    /// Input needed for further output, starting with the first tap of the next output sample.
    private var pending: [Float]

    /// About 12,000 samples per second, enough for a band that ends at 3.5 kHz.
    init(sampleRate: Int) {
        factor = max(1, sampleRate / 11_000)
        let half = factor == 1 ? 0 : factor * 4
        let cutoff = 5000 / Double(sampleRate)
        let raw = (-half...half).map { index -> Double in
            guard index != 0 else { return 2 * cutoff }
            let phase = 2 * .pi * cutoff * Double(index)
            let window = 0.5 + 0.5 * cos(.pi * Double(index) / Double(half + 1))
            return window * sin(phase) / (.pi * Double(index))
        }
        let sum = raw.reduce(0, +)
        taps = raw.map { Float($0 / sum) }
        pending = [Float](repeating: 0, count: half)
    }

    /// Consumes input and appends the resulting output.
    mutating func process(_ input: UnsafeBufferPointer<Float>, into output: inout [Float]) {
        pending += input
        var start = 0
        while start + taps.count <= pending.count {
            output.append(taps.product(with: pending, from: start))
            start += factor
        }
        pending.removeFirst(min(start, pending.count))
    }
}

extension [Float] {
    /// Σ `self[i] · other[start + i]`, eight at a time.
    func product(with other: [Float], from start: Int) -> Float {
        precondition(start >= 0 && start + count <= other.count)
        return withUnsafeBytes { left in
            other.withUnsafeBytes { right in
                let right = UnsafeRawBufferPointer(rebasing: right[(start * 4)...])
                var sums = SIMD8<Float>.zero
                let whole = count / 8 * 8
                for index in stride(from: 0, to: whole * 4, by: 32) {
                    let factor = left.loadUnaligned(fromByteOffset: index, as: SIMD8<Float>.self)
                    sums.addProduct(factor, right.loadUnaligned(fromByteOffset: index, as: SIMD8<Float>.self))
                }
                var sum = sums.sum()
                for index in whole..<count {
                    let factor = left.loadUnaligned(fromByteOffset: index * 4, as: Float.self)
                    sum += factor * right.loadUnaligned(fromByteOffset: index * 4, as: Float.self)
                }
                return sum
            }
        }
    }

    /// Σ `self[i]²` over `count` elements, eight at a time.
    func energy(from start: Int, count: Int) -> Float {
        precondition(start >= 0 && start + count <= self.count)
        return withUnsafeBytes { bytes in
            var sums = SIMD8<Float>.zero
            let end = start + count
            let whole = start + count / 8 * 8
            for index in stride(from: start * 4, to: whole * 4, by: 32) {
                let values = bytes.loadUnaligned(fromByteOffset: index, as: SIMD8<Float>.self)
                sums.addProduct(values, values)
            }
            return self[whole..<end].reduce(sums.sum()) { $0 + $1 * $1 }
        }
    }
}
