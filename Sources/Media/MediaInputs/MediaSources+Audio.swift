import CodedMedia
import Containers
import GStreamer
import StudioCore

// Audio sources.
extension MediaSources {
    /// Opens the FIFO of the audio again, for another writer; does not wait for it.
    func openAudioAgain(onNote: @escaping @Sendable (String) -> Void) throws -> any AudioInput {
        let input = try ByteInput(opening: request.audio.path ?? "", below: request.audio.folder)
        input.report(to: waits, .audio, companion: nil)
        let audio = try Self.openAudio(request.audio, input, Cancellation(hasDescriptor: false))
        (audio as? any NotingInput)?.onNote = onNote
        return audio
    }

    static func makeAudio(
        _ options: AudioSourceOptions, for video: VideoSourceOptions, rate: Rate
    ) throws -> (any AudioInput)? {
        guard options.isEnabled else { return nil }
        if let path = options.path ?? video.path {
            guard CodedName.isMeant(by: path) else { return nil }
            _ = try codedName(path)
            guard let writer = CodedAudioWriter(options.rawFormat, frameRate: rate) else {
                throw SourceError("coded audio cannot be \(options.rawFormat)", hint: "use 32000 or 48000 Hz")
            }
            return GeneratedAudio(options.rawFormat, write: writer.write(from:into:))
        }
        let tone = TestTone(format: options.rawFormat, frameRate: rate)
        return GeneratedAudio(options.rawFormat, write: tone.write(from:into:))
    }

    static func openAudio(
        _ options: AudioSourceOptions, _ input: ByteInput, _ cancellation: Cancellation
    ) throws -> any AudioInput {
        let path = options.path ?? ""
        let suffix = suffix(path)
        let isPlayed = options.loops || options.startAt > .zero
        if input.isStream || path == "-" || ["pcm", "raw"].contains(suffix) {
            if isPlayed { throw notPlayable(input.name) }
            return PCMInput(input, format: options.rawFormat, mustBeWAV: suffix == "wav")
        }
        let beginning = try input.peek(12, or: cancellation)
        if beginning.isEmpty {
            throw SourceError("\(input.name) is empty", hint: "check that it was written completely")
        }
        if case .other(let name)? = StreamFormat(beginning, isWhole: true), ["W64", "CAF"].contains(name) {
            throw SourceError(
                "\(input.name) is a \(name) file, which GStreamer cannot decode",
                hint: "convert it: ffmpeg -i \(ShellWord.quoted(path)) out.wav")
        }
        if RIFFHead(beginning)?.form == "WAVE", let stream = try openStream(options, input) {
            return stream
        }
        let tracks = try MediaFile.open(
            path, input, video: nil, audio: options.rawFormat,
            playback: FilePlayback(loops: options.loops, startAt: options.startAt), cancellation: cancellation)
        guard let audio = tracks.audio else { throw cancelled(input.name) }
        return audio
    }

    /// Opens a WAV file that only works as a stream; `nil` for other files.
    private static func openStream(_ options: AudioSourceOptions, _ input: ByteInput) throws -> PCMInput? {
        guard input.size > WAVDecoder.longestFile else { return nil }
        guard !options.loops, options.startAt == .zero else {
            throw SourceError(
                "\(input.name) has more than 2 GiB; GStreamer cannot seek in it",
                hint: "remove --loop and --start-at")
        }
        return PCMInput(input, format: options.rawFormat, mustBeWAV: true)
    }
}
