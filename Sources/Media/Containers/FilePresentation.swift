package import StudioCore
import StudioRuntime

/// What a file's own headers say about how its pictures are shown, which GStreamer ignores in part: EXIF of images, the
/// matrices of MP4 and MOV, the pose and the crop in Matroska.
package struct FilePresentation: Hashable, Sendable {
    private let image: DisplayMatrix?
    private let tracks: [Int: DisplayMatrix]
    /// The crops by the number of the track.
    package let crops: [Int: PictureCrop]

    /// Reads the headers of a file.
    ///
    /// - Parameter isCorrected: whether a fault is to be corrected.
    package init(of path: String, correcting isCorrected: (FileFault) -> Bool) {
        guard let bytes = FileBytes(path) else {
            (image, tracks, crops) = (nil, [:], [:])
            return
        }
        let matroska = MatroskaTracks(bytes.read)
        image = isCorrected(.imageOrientation) ? ImageOrientation.find(bytes.read) : nil
        crops = isCorrected(.crop) ? matroska.crops : [:]
        guard isCorrected(.orientation) else {
            tracks = [:]
            return
        }
        let movie = MovieOrientations(size: bytes.size, bytes.read).tracks
        tracks = movie.isEmpty ? matroska.orientations : movie
    }

    /// The orientation of a track; `nil` when the file does not say it.
    package func orientation(ofTrack number: Int?) -> DisplayMatrix? { image ?? number.flatMap { tracks[$0] } }

    /// What is left out of a track's pictures.
    package func crop(ofTrack number: Int?) -> PictureCrop { number.flatMap { crops[$0] } ?? .none }
}
