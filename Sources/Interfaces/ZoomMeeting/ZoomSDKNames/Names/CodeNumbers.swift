package import StudioCore

// The numbers of the result codes on macOS; PS-SDK-001. The Windows SDK numbers the same names differently.
extension StudioError.Code {
    private static let numbers = Dictionary(uniqueKeysWithValues: zip(names, 0..<UInt32(names.count)))

    /// `UnKnown`, for a code of another interface.
    private static let unknownNumber: UInt32 = 25

    /// The code with this number. A number without a name is preserved: `Code(4711)`.
    package init(number: UInt32) {
        let isKnown = number < Self.names.count
        self.init(rawValue: isKnown ? Self.names[Int(number)] : "Code(\(number))")
    }

    /// The number of this code.
    package var number: UInt32 {
        if let number = Self.numbers[rawValue] { return number }
        guard rawValue.hasPrefix("Code("), rawValue.hasSuffix(")") else { return Self.unknownNumber }
        return UInt32(rawValue.dropFirst(5).dropLast()) ?? Self.unknownNumber
    }
}
