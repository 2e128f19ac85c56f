import Containers
import GStreamer
import StudioCore
import StudioRuntime

/// The orientations in a file's own headers, which GStreamer 1.22 ignores in part: EXIF of images, the matrices of MP4 and
/// MOV, the pose in Matroska.
struct FileOrientation: Hashable {
    private let image: VideoOrientation?
    private let tracks: [Int: DisplayMatrix]

    init(of path: String) {
        guard let bytes = FileBytes(path) else {
            (image, tracks) = (nil, [:])
            return
        }
        image = ImageOrientation.find(bytes.read)
        let movie = MovieOrientations(size: bytes.size, bytes.read).tracks
        tracks = movie.isEmpty ? MatroskaTracks(bytes.read).orientations : movie
    }

    /// The orientation of a track; `nil` when the file does not say it.
    func orientation(ofTrack number: Int?) -> VideoOrientation? {
        image ?? number.flatMap { tracks[$0] }.map { VideoOrientation($0) }
    }
}
