import SessionProtocol
import Testing

@testable import StudioEngine

/// How a quality becomes a property of an encoder of images.
struct PreviewFormatTests {
    @Test("without a quality, an encoder has the default of its pipeline", arguments: PreviewFormat.allCases)
    func defaults(_ format: PreviewFormat) {
        #expect(format.setting(ofQuality: nil)?.property == nil)
    }

    @Test("the quality of JPEG is that of its encoder")
    func jpeg() {
        for quality in 0...100 {
            let setting = PreviewFormat.jpeg.setting(ofQuality: quality)
            #expect(setting?.property == "quality")
            #expect(setting?.value == quality)
        }
    }

    @Test("a better quality of PNG compresses less: 0 has level 9, 100 has level 0, and no step is skipped")
    func png() {
        var levels: [Int] = []
        for quality in 0...100 {
            let setting = PreviewFormat.png.setting(ofQuality: quality)
            #expect(setting?.property == "compression-level")
            if let value = setting?.value, value != levels.last { levels.append(value) }
        }
        #expect(levels == [9, 8, 7, 6, 5, 4, 3, 2, 1, 0])
    }
}
