import NIOPosix
import SessionProtocol
import StudioCore
import StudioRuntime

/// A folder below the folder for files, for clients that choose a file.
struct FileList: Encodable {
    struct Item: Encodable {
        let kind: FileKind
        let name: String
        /// In bytes; `nil` for a folder.
        @Nullable var size: Int64?
    }

    /// Whether nothing is left out.
    let isComplete: Bool
    let itemCount: Int
    let items: [Item]
    /// The path of the folder below the folder for files.
    let path: String

    /// How many items are listed.
    static let limit = 1000

    init(_ listing: RestrictedFolder.Listing) {
        items = listing.entries.map { Item(kind: FileKind($0), name: $0.name, size: $0.size) }
        (itemCount, isComplete, path) = (items.count, listing.isComplete, listing.path)
    }
}

/// What a file is, by its suffix: which one is chosen as a source, its reader decides.
enum FileKind: String, Hashable, Sendable, Encodable, CaseIterable {
    case folder, video, audio, image, other

    init(_ entry: RestrictedFolder.Entry) {
        guard !entry.isFolder else {
            self = .folder
            return
        }
        let suffix = entry.name.lastIndex(of: ".").map { entry.name[entry.name.index(after: $0)...].lowercased() } ?? ""
        self = Self.suffixes.first { $0.value.contains(suffix) }?.key ?? .other
    }

    private static let suffixes: [FileKind: Set<String>] = [
        .video: [
            "3gp", "avi", "flv", "i420", "m2ts", "m4v", "mkv", "mov", "mp4", "mpeg", "mpg", "mts", "mxf", "ogv", "raw",
            "ts", "webm", "wmv", "y4m", "yuv",
        ],
        .audio: ["aac", "ac3", "aif", "aiff", "flac", "m4a", "mp3", "oga", "ogg", "opus", "pcm", "wav", "wma"],
        .image: ["bmp", "gif", "jpeg", "jpg", "png", "webp"],
    ]
}

extension StudioResponder {
    func listFiles(_ request: EndpointRequest) async throws(Problem) -> Reply {
        let path = try request.query.value(of: Endpoint.Query.path)
        let folder = options.folder
        let result: Result<RestrictedFolder.Listing, RestrictedFolder.Refusal>
        do {
            // A disk may be slow.
            result = try await NIOThreadPool.singleton.runIfActive {
                Result { () throws(RestrictedFolder.Refusal) in try folder.listing(of: path, atMost: FileList.limit) }
            }
        } catch {
            throw Problem(.internal, "the server ends")
        }
        switch result {
        case .success(let listing): return Reply(json: ServerJSON.body(FileList(listing)))
        case .failure(.system(let error)): throw Problem(.notFound, "path: \(error); list the folder above it")
        case .failure(let refusal): throw Problem(.outsideFolder, "path: \(refusal)")
        }
    }
}
