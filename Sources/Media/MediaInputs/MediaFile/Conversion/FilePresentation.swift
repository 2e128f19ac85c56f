import Containers
import GStreamer
import StudioCore
import StudioRuntime

/// What a file's own headers say about how its pictures are shown, which GStreamer 1.22 ignores in part: EXIF of images, the
/// matrices of MP4 and MOV, the pose and the crop in Matroska.
struct FilePresentation: Hashable {
    private let image: VideoOrientation?
    private let tracks: [Int: DisplayMatrix]
    /// The crops by the number of the track.
    let crops: [Int: PictureCrop]

    init(of path: String) {
        guard let bytes = FileBytes(path) else {
            (image, tracks, crops) = (nil, [:], [:])
            return
        }
        image = ImageOrientation.find(bytes.read)
        let movie = MovieOrientations(size: bytes.size, bytes.read).tracks
        let matroska = MatroskaTracks(bytes.read)
        tracks = movie.isEmpty ? matroska.orientations : movie
        crops = matroska.crops
    }

    /// The orientation of a track; `nil` when the file does not say it.
    func orientation(ofTrack number: Int?) -> VideoOrientation? {
        image ?? number.flatMap { tracks[$0] }.map { VideoOrientation($0) }
    }

    /// What is left out of a track's pictures.
    func crop(ofTrack number: Int?) -> PictureCrop { number.flatMap { crops[$0] } ?? .none }
}

extension VideoOrientation {
    fileprivate init(_ matrix: DisplayMatrix) {
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
