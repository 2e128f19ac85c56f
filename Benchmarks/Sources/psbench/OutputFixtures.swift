import Foundation
import Glibc

/// Sockets on the loopback interface.
enum Loopback {
    private static func withAddress<Result>(
        _ port: UInt16, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
    ) -> Result {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr = in_addr(s_addr: UInt32(0x7F00_0001).bigEndian)
        return withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, socklen_t(MemoryLayout<sockaddr_in>.size)) }
        }
    }

    /// A socket that listens on a free port.
    static func listen() throws -> (socket: Descriptor, port: UInt16) {
        let socket = Descriptor(Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0))
        guard withAddress(0, { bind(socket.number, $0, $1) }) == 0, Glibc.listen(socket.number, 4) == 0 else {
            throw Invalid("cannot listen on a port")
        }
        var name = sockaddr_in()
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        withUnsafeMutablePointer(to: &name) {
            _ = $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(socket.number, $0, &length) }
        }
        return (socket, UInt16(bigEndian: name.sin_port))
    }

    static func connect(to port: UInt16) -> Descriptor? {
        let socket = Descriptor(Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0))
        return withAddress(port, { Glibc.connect(socket.number, $0, $1) }) == 0 ? socket : nil
    }

    /// A port without a listener.
    static func freePort() throws -> UInt16 { try listen().port }
}

/// nginx with its RTMP module; it discards what is published.
final class RTMPFixture {
    let port: UInt16
    private let process: ChildProcess

    init(in settings: Settings) throws {
        port = try Loopback.freePort()
        let (path, log) = (settings.work("nginx-\(port).conf"), settings.work("nginx-\(port).log"))
        let configuration = """
            load_module /usr/lib/nginx/modules/ngx_rtmp_module.so;
            \(getuid() == 0 ? "user root;" : "")
            worker_processes 1;
            daemon off;
            pid \(settings.work("nginx-\(port).pid"));
            error_log \(log);
            events { worker_connections 64; }
            rtmp { server { listen 127.0.0.1:\(port); chunk_size 4096; application live { live on; } } }
            """
        try configuration.write(toFile: path, atomically: false, encoding: .utf8)
        process = try ChildProcess(["nginx", "-p", settings.workFolder.path, "-e", log, "-c", path])
        for _ in 0..<1000 where Loopback.connect(to: port) == nil { usleep(10_000) }
        guard Loopback.connect(to: port) != nil else { throw Invalid("nginx does not listen") }
    }

    func url(_ key: String) -> String { "rtmp://127.0.0.1:\(port)/live/\(key)" }

    func close() {
        // The master ends its worker.
        process.signal(SIGTERM)
        _ = try? process.wait()  // Its exit status does not matter.
    }
}

/// An SRT listener that discards what it receives.
final class SRTFixture {
    private let process: ChildProcess

    init(port: UInt16) throws {
        process = try ChildProcess(
            ["srt-live-transmit", "-q", "-loglevel:fatal", "srt://127.0.0.1:\(port)?mode=listener", "file://con"])
        let place = " 0100007F:\(String(format: "%04X", port)) "
        for _ in 0..<1000 {
            let table = try String(contentsOfFile: "/proc/net/udp", encoding: .utf8)
            if table.contains(place) { return }
            usleep(10_000)
        }
        throw Invalid("srt-live-transmit does not listen")
    }

    /// It reads and answers no more.
    func suspend() { process.signal(SIGSTOP) }

    func close() {
        process.kill()
        _ = try? process.wait()  // It was killed.
    }
}

/// The options that x264 wrote into the first access unit of a file.
enum X264Options {
    static func read(from path: String) throws -> String {
        let data = try Data(contentsOf: URL(fileURLWithPath: path), options: .mappedIfSafe)
        guard let mark = data.range(of: Data("options: ".utf8)) else {
            throw Invalid("\(path) does not contain x264's options")
        }
        return String(decoding: data[mark.upperBound...].prefix { $0 != 0 && $0 < 0x80 }, as: UTF8.self)
    }
}
