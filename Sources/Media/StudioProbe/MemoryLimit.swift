/// Limits the memory that a source takes without delivering media: for an endless playlist, index or tag.
struct MemoryLimit {
    /// In bytes. The largest decoded images need half of it.
    static let bytes = 1 << 30
    static let refusal = "it takes more than \(bytes >> 20) MiB of memory without delivering media"

    private var base: (resident: Int, time: Double)?

    /// - Parameters:
    ///   - resident: the memory of the process, in bytes.
    ///   - time: when media last arrived. Media may take any memory: it is decoded, measured and released.
    mutating func isExceeded(by resident: Int, at time: Double) -> Bool {
        guard let base, base.time == time, resident > base.resident else {
            base = (resident, time)
            return false
        }
        return resident - base.resident > Self.bytes
    }
}
