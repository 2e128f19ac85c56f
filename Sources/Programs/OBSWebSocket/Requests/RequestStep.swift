import SessionProtocol
import StudioCore

/// What performs a request.
enum RequestStep: Hashable, Sendable {
    /// It is answered.
    case answer(JSON?)
    /// The session performs commands; the completion makes the answer of their replies.
    case perform([SessionCommand], RequestCompletion)
    /// An image of the program is needed.
    case capture(Capture, CapturePurpose)
    /// The session performs commands, if any, and the answer waits until this scene is on air.
    case show(Scene, [SessionCommand])
    /// All clients receive an event.
    case broadcast(OBSEvent)
    /// The batch waits.
    case sleep(MediaTime)
    /// Data that clients keep are read or written.
    case slot(DataAccess)
    /// The next start of the stream sends there.
    case setService(StreamService)
}

/// What becomes of an image.
enum CapturePurpose: Hashable, Sendable {
    /// The answer contains it; the format is that of the request.
    case answer(format: String)
    /// It is saved at this path, which is in the folder of the server.
    case save(path: String)
}

/// The answer to a request whose commands were performed.
enum RequestCompletion: Hashable, Sendable {
    /// One command: the answer has these data, or the command's error.
    case command(JSON?)
    /// Several commands: the answer has these data if one had an effect, else the error of the first one.
    case commands(JSON?)
    /// The answer has no data, and waits for the scene. A command that does not fit was not needed.
    case scene(Scene)
    /// The answer contains the reply.
    case vendor(String)
    /// Each command has stopped one of these files. The answer has the path of the first one that is there, and waits until that
    /// is known.
    case files([StoppedFile])
    /// The first command adds the output of the stream; without it, the others are not performed.
    case service(StreamService, JSON?)
    /// The request is refused; what the commands do remains.
    case refusal(RequestFailure)
}
