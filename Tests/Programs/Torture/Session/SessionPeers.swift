import Foundation
import Glibc
import StudioTestSupport

/// The environment of the program: files, FIFOs, writers, readers and servers.
final class SessionPeers {
    let plan: TorturePlan
    let folder: String
    private(set) var addresses: [OutputArgument] = []
    private(set) var input: Int32?
    private(set) var output: Int32?
    private(set) var servers: [Int: RTMPPeer] = [:]
    private(set) var srtPeers: [Int: SRTPeers] = [:]
    private(set) var datagrams: [Int: DatagramReceiver] = [:]
    private(set) var omissions: [String] = []
    private var readers: [Int: StreamReader] = [:]
    private var writers: [SourceWriter] = []
    private var mounts: [String] = []
    private var spare: [Int32] = []
    /// The port of all RTMP servers, each on an address of its own.
    private let sharedPort: UInt16?

    init(_ plan: TorturePlan, folder: String, clip: String) throws {
        (self.plan, self.folder) = (plan, folder)
        sharedPort = plan.sharesPort ? try unusedPort() : nil
        for index in plan.outputs.indices { try makeOutput(index) }
        try makeVideo(clip: clip)
        try makeAudio()
        if let scenario = plan.scenario { try write(TorturePlan.scenarioName, scenario.bytes) }
        if let key = addresses.compactMap(\.keyFile).first { try write("key.txt", Array((key + "\n").utf8)) }
    }

    private func path(_ name: String) -> String { folder + "/" + name }

    private func write(_ name: String, _ bytes: [UInt8]) throws {
        try Data(bytes).write(to: URL(fileURLWithPath: path(name)))
    }

    private func makeFIFO(_ name: String) throws {
        guard mkfifo(path(name), 0o600) == 0 else { throw TestFailure("cannot create a FIFO at \(path(name))") }
    }

    // MARK: Sources

    private func makeVideo(clip: String) throws {
        let name = plan.videoName ?? ""
        switch plan.video {
        case .pattern, .coded: break
        case .y4mPipe(let writer):
            let pipe = try Descriptors.pipe()
            input = pipe.read
            writers.append(SourceWriter(pipe.write, SourceContent.frames(plan, writer, isY4M: true)))
        case .y4mFIFO(let writer), .rawFIFO(let writer):
            let isY4M = name.hasSuffix(".fifo")
            try makeFIFO(name)
            writers.append(
                SourceWriter(
                    fifo: path(name), delay: Double(writer.delay) / 1000,
                    SourceContent.frames(plan, writer, isY4M: isY4M)))
        case .y4mFile:
            let parts = SourceContent.frames(plan, WriterPlan(units: plan.frames), isY4M: true)
            try write(name, (0..<plan.frames).flatMap { parts($0)?.bytes ?? [] })
        case .mediaFile:
            try FileManager.default.createSymbolicLink(atPath: path(name), withDestinationPath: clip)
        }
    }

    private func makeAudio() throws {
        let name = plan.audioName ?? ""
        let blocks = plan.duration / 10
        switch plan.audio {
        case .standard, .none, .coded: break
        case .wavFile: try write(name, TestMedia.wav(TestMedia.sine(plan.seconds)))
        case .pcmFile: try write(name, (0..<blocks).flatMap { SourceContent.block($0) })
        case .pcmFIFO(let writer):
            try makeFIFO(name)
            let delay = Double(writer.delay) / 1000
            writers.append(SourceWriter(fifo: path(name), delay: delay, SourceContent.blocks(writer)))
        case .sparseFIFO(let bursts):
            try makeFIFO(name)
            writers.append(SourceWriter(fifo: path(name), SourceContent.bursts(bursts)))
        case .silentFIFO:
            try makeFIFO(name)
            writers.append(SourceWriter(fifo: path(name), staysOpen: true) { _ in nil })
        }
    }

    // MARK: Outputs

    private func makeOutput(_ index: Int) throws {
        let name = plan.fileName(ofOutput: index) ?? ""
        switch plan.outputs[index] {
        case .file, .defaultFile, .null, .other, .hls: break
        case .fifo(_, let reader):
            try makeFIFO(name)
            readers[index] = StreamReader(fifo: path(name), reader, into: path("received\(index)"))
        case .standardOutput(_, let carrier, let reader): try makeStandardOutput(carrier, reader, index)
        case .rtmp(let server, _):
            let place = sharedPort.map { (plan.host(ofOutput: index), $0) }
            servers[index] = try RTMPPeer(server, at: place)
        case .udp(let hasReceiver): datagrams[index] = hasReceiver ? try DatagramReceiver() : nil
        case .srtCaller(let peer): srtPeers[index] = try SRTPeers(listening: peer, plan, index, in: folder)
        case .srtListener(let callers): srtPeers[index] = try SRTPeers(calling: callers, plan, index, in: folder)
        case .fullDevice: symlink("/dev/full", path(name))
        case .smallDisk(_, let kibibytes): mount(kibibytes, index)
        }
        let port = servers[index]?.port ?? srtPeers[index]?.port ?? datagrams[index]?.port
        addresses.append(plan.address(ofOutput: index, port: port))
    }

    private func makeStandardOutput(_ carrier: OutputPlan.Carrier, _ reader: ReaderPlan, _ index: Int) throws {
        let kept = path("received\(index)")
        if carrier == .file {
            output = open(kept, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
            return
        }
        let ends = carrier == .socket ? try Descriptors.socketPair() : try Descriptors.pipe()
        if carrier == .nonBlockingPipe { _ = fcntl(ends.write, F_SETFL, fcntl(ends.write, F_GETFL) | O_NONBLOCK) }
        output = ends.write
        readers[index] = StreamReader(ends.read, reader, into: kept)
    }

    private func mount(_ kibibytes: Int, _ index: Int) {
        let place = path("disk\(index)")
        mkdir(place, 0o700)
        do {
            try Tool.run("mount", ["-t", "tmpfs", "-o", "size=\(kibibytes)k", "tmpfs", place])
            mounts.append(place)
        } catch {
            omissions.append("cannot mount a small disk")
        }
    }

    // MARK: Standard error

    /// Standard error of a program: a file, or a full pipe without reads.
    func makeErrors(_ name: String) throws -> Int32 {
        guard plan.errors == .unread else { return open(path(name), O_WRONLY | O_CREAT | O_CLOEXEC, 0o600) }
        let pipe = try Descriptors.pipe()
        _ = fcntl(pipe.write, F_SETFL, O_NONBLOCK)
        let line = [UInt8](repeating: UInt8(ascii: "\n"), count: 4096)
        while Glibc.write(pipe.write, line, line.count) > 0 {}
        _ = fcntl(pipe.write, F_SETFL, 0)
        spare.append(pipe.read)
        return pipe.write
    }

    // MARK: Start and end

    /// The program has its ends of the pipes; open copies would hide its exit.
    func release() {
        for descriptor in [input, output].compactMap(\.self) { close(descriptor) }
        (input, output) = (nil, nil)
    }

    /// Waits until all data sent by the program has arrived.
    func finish(into record: inout SessionRecord, seconds: Double) throws {
        for writer in writers { writer.finish() }
        for (index, reader) in readers {
            reader.finish(seconds: seconds)
            record.received[index] = reader.received
        }
        for (index, server) in servers {
            try server.settle(seconds: seconds)
            record.recordings[index] = try server.recordings()
        }
        for (index, peers) in srtPeers { record.arrivals[index] = peers.settle() }
        for (index, receiver) in datagrams { record.datagrams[index] = receiver.datagrams.count }
        record.omissions += omissions
    }

    /// Releases everything, including recordings and small disks.
    func close() {
        for peers in srtPeers.values { peers.close() }
        for place in mounts { umount2(place, Int32(MNT_DETACH)) }
        for descriptor in spare { Glibc.close(descriptor) }
        (mounts, spare) = ([], [])
    }

    private func close(_ descriptor: Int32) { Glibc.close(descriptor) }
}

/// Pairs of descriptors that no other child inherits.
enum Descriptors {
    typealias Ends = (read: Int32, write: Int32)

    /// Created from a FIFO, because only `open` sets close-on-exec atomically, so that a concurrently started child
    /// inherits nothing.
    static func pipe() throws -> Ends {
        let path = FileManager.default.temporaryDirectory.path + "/psstudio-pipe-\(UUID().uuidString)"
        guard mkfifo(path, 0o600) == 0 else { throw TestFailure("cannot create a FIFO at \(path)") }
        defer { unlink(path) }
        let read = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        let write = open(path, O_WRONLY | O_CLOEXEC)
        guard read >= 0, write >= 0 else { throw TestFailure("cannot open the pipe") }
        _ = fcntl(read, F_SETFL, 0)
        return (read, write)
    }

    static func socketPair() throws -> Ends {
        var ends: [Int32] = [-1, -1]
        let type = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        guard socketpair(AF_UNIX, type, 0, &ends) == 0 else { throw TestFailure("cannot create sockets") }
        return (ends[0], ends[1])
    }
}
