/// What is left out at the edges of the pictures of a video track, in pixels.
package struct PictureCrop: Hashable, Sendable {
    package var (left, top, right, bottom) = (0, 0, 0, 0)
    /// The width and height of a pixel, as a ratio; `nil` when the file does not say in which size the rest is shown.
    package var pixelAspect: PixelAspect?

    /// The shape of a pixel.
    package struct PixelAspect: Hashable, Sendable {
        package let width, height: Int32

        package init(width: Int32, height: Int32) {
            (self.width, self.height) = (width, height)
        }
    }

    package static let none = PictureCrop()

    package init() {}

    /// Whether it leaves a part of a picture.
    package func fits(width: Int, height: Int) -> Bool {
        [left, top, right, bottom, width, height].allSatisfy { (0...Self.longestEdge).contains($0) }
            && left + right < width && top + bottom < height
    }

    /// The limit of GStreamer's sizes, in pixels.
    package static let longestEdge = 65_536
}
