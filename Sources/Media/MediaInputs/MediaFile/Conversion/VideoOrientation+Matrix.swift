import Containers
import GStreamer

extension VideoOrientation {
    /// GStreamer's name for an orientation.
    init(_ matrix: DisplayMatrix) {
        let name =
            switch (matrix.a, matrix.b, matrix.c, matrix.d) {
            case (0, 1, -1, 0): "rotate-90"
            case (-1, 0, 0, -1): "rotate-180"
            case (0, -1, 1, 0): "rotate-270"
            case (-1, 0, 0, 1): "flip-rotate-0"
            case (0, -1, -1, 0): "flip-rotate-90"
            case (1, 0, 0, -1): "flip-rotate-180"
            case (0, 1, 1, 0): "flip-rotate-270"
            default: "rotate-0"
            }
        self.init(name: name)
    }
}
