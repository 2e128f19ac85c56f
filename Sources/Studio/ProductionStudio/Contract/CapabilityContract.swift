package import StudioCore

extension StudioError {
    /// The rejection of a start without the role of host or co-host.
    package static let withoutPermission = StudioError(
        .startWithoutPermission, "the local user is neither host nor co-host", hint: "become one first")
}

extension VideoCapability {
    /// The default limit of the declared size; none is documented.
    package static let largest = (width: Int32(3840), height: Int32(2160))

    /// The rejection of a declared size or format; `nil` when it is valid.
    package func refusal(
        maximumWidth: Int32 = Self.largest.width, maximumHeight: Int32 = Self.largest.height
    ) -> StudioError? {
        if width <= 0 || height <= 0 {
            return StudioError(
                .startSizeNotPositive, "declared \(width)x\(height)", hint: "width and height are at least 2")
        }
        if width % 2 != 0 || height % 2 != 0 {
            return StudioError(
                .startSizeOdd, "declared \(width)x\(height)",
                hint: "I420 needs even sizes: scale or crop to \(max(2, width / 2 * 2))x\(max(2, height / 2 * 2))")
        }
        if width > maximumWidth || height > maximumHeight {
            return StudioError(
                .startSizeTooLarge, "declared \(width)x\(height)",
                hint: "the maximum is \(maximumWidth)x\(maximumHeight)")
        }
        if format.range == nil {
            return StudioError(.startFormatUnknown, "\(format) is unknown", hint: "declare I420 full or limited range")
        }
        return nil
    }
}
