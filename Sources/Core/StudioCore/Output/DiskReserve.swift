/// The space that recordings leave free on their disk.
public struct DiskReserve: Hashable, Sendable {
    /// In bytes.
    public let bytes: UInt64

    /// Creates a reserve.
    public init(bytes: UInt64) { self.bytes = bytes }

    /// Parses bytes: `200M`, `1.5G`, `800k`, `1000000`; units are powers of 1000. At least 1 byte.
    public init?(_ text: String) {
        guard let number = NumberText.scaled(text, units: "kKmMgGtT") else { return nil }
        let bytes = number.rounded(.towardZero)
        guard (1...1e18).contains(bytes) else { return nil }
        self.init(bytes: UInt64(bytes))
    }

    /// Why a recording must not begin; `nil` while enough is free, and when that is unknown.
    package func obstacle(free: UInt64?) -> OutputFailure? {
        shortage(free).map { OutputFailure(.storageFull, "it is not written, because \($0)") }
    }

    /// Why a recording ends; `nil` while enough is free, and when that is unknown.
    package func end(free: UInt64?) -> OutputFailure? {
        shortage(free).map { OutputFailure(.storageFull, "it was completed before the end, because \($0)") }
    }

    /// Why another copy of a file must not be written.
    package func obstacle(copying size: UInt64, free: UInt64?) -> String? {
        guard let free, free < size || free - size < bytes else { return nil }
        return "another copy would leave less than \(Self.text(bytes)) free"
    }

    private func shortage(_ free: UInt64?) -> String? {
        guard let free, free < bytes else { return nil }
        return "\(Self.text(free)) are free on its disk, less than \(Self.text(bytes))"
    }

    /// `812 kB`, `200 MB`, `1.5 GB`
    private static func text(_ bytes: UInt64) -> String {
        let units = [(1e9, "GB"), (1e6, "MB"), (1e3, "kB")]
        for (factor, unit) in units where Double(bytes) >= factor {
            // Rounded down: what is less than the reserve does not look like it.
            let text = NumberText.tenths((Double(bytes) / factor * 10).rounded(.down) / 10)
            return (text.hasSuffix(".0") ? String(text.dropLast(2)) : text) + " \(unit)"
        }
        return "\(bytes) bytes"
    }
}
