/// A number of the vendor's header. An open set, like an imported C enum: any number is preserved.
public protocol VendorNumber: RawRepresentable<UInt32>, Hashable, Sendable {
    /// Keeps any number.
    init(rawValue: UInt32)
}

extension VendorNumber {
    /// Keeps any number.
    public init(_ rawValue: UInt32) {
        self.init(rawValue: rawValue)
    }
}
