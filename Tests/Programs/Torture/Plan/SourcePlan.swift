/// The video source of a session.
enum VideoPlan: Hashable, Sendable {
    case pattern
    case coded
    /// y4m on standard input.
    case y4mPipe(WriterPlan)
    case y4mFIFO(WriterPlan)
    /// Raw I420 through a FIFO.
    case rawFIFO(WriterPlan)
    case y4mFile
    /// An MP4 with audio, shared by all sessions.
    case mediaFile

    /// Its writer's behaviour, if any.
    var writer: WriterPlan? {
        switch self {
        case .y4mPipe(let writer), .y4mFIFO(let writer), .rawFIFO(let writer): writer
        case .pattern, .coded, .y4mFile, .mediaFile: nil
        }
    }
}

/// The audio source of a session.
enum AudioPlan: Hashable, Sendable {
    /// The source's own audio, the tone of the test pattern, or silence.
    case standard
    /// `--no-audio`
    case none
    case coded
    case wavFile
    case pcmFile
    case pcmFIFO(WriterPlan)
    /// Bursts and pauses through a FIFO, in real time.
    case sparseFIFO([AudioBurst])
    /// A FIFO that a writer opens without writing.
    case silentFIFO

    /// Its writer's behaviour, unless the writer has pauses of its own.
    var writer: WriterPlan? {
        if case .pcmFIFO(let writer) = self { writer } else { nil }
    }
}

/// Audio written at once, and the pause after it.
struct AudioBurst: Hashable, Sendable {
    let milliseconds: Int
    let pause: Int
}

/// The behaviour of a writer of frames, or of audio blocks of 10 ms.
struct WriterPlan: Hashable, Sendable {
    /// Milliseconds before it opens its end.
    var delay = 0
    /// The number of frames or blocks.
    var units: Int
    var stalls: [Stall] = []
    /// It closes its end in the middle of this unit.
    var dies: Int?

    struct Stall: Hashable, Sendable {
        let unit: Int
        let milliseconds: Int
    }

    /// The total of its pauses in milliseconds.
    var pauses: Int { delay + stalls.map(\.milliseconds).reduce(0, +) }
}

/// Width and height in pixels.
struct FrameSize: Hashable, Sendable {
    let width: Int
    let height: Int

    /// Bytes of a tight I420 frame.
    var bytes: Int { width * height * 3 / 2 }
}
