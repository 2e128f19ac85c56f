import Glibc

/// A real nginx with its RTMP module on a port of its own, which records all that is published.
package final class RTMPServer {
    package let port: UInt16
    private let folder: TestFolder
    private var process: ChildProcess?

    /// Starts it. Applications: `live` takes everything, `closed` takes nobody.
    package init() throws {
        folder = try TestFolder()
        port = try Loopback.freePort()
        try start()
    }

    deinit {
        process?.kill()
    }

    /// `rtmp://127.0.0.1:port/live/key`
    package func url(_ key: String = "key", application: String = "live") -> String {
        "rtmp://127.0.0.1:\(port)/\(application)/\(key)"
    }

    private var configuration: String {
        """
        \(getuid() == 0 ? "user root;" : "")
        worker_processes 1;
        daemon off;
        pid \(folder.file("nginx.pid"));
        error_log \(folder.file("error.log")) info;
        load_module /usr/lib/nginx/modules/ngx_rtmp_module.so;
        events { worker_connections 64; }
        rtmp {
            access_log \(folder.file("access.log"));
            server {
                listen 127.0.0.1:\(port);
                chunk_size 4096;
                application live {
                    live on;
                    record all;
                    record_path \(folder.path);
                    record_suffix .flv;
                    record_unique on;
                }
                application closed {
                    live on;
                    deny publish all;
                }
            }
        }
        """
    }

    /// Starts it again on the same port and waits until it answers.
    package func start() throws {
        let path = try folder.write("nginx.conf", configuration)
        let errors = open(folder.file("stderr.log"), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
        defer { close(errors) }
        let arguments = ["-p", folder.path, "-e", folder.file("error.log"), "-c", path]
        let process = try ChildProcess("nginx", arguments, errors: errors)
        self.process = process
        try waitUntil("nginx listens on \(port)", seconds: 20) {
            guard process.isRunning else { throw TestFailure("nginx did not start: \(log)") }
            guard let descriptor = Loopback.connect(port: port) else { return false }
            close(descriptor)
            return true
        }
    }

    /// Kills master and worker, as a crash or a power cut does.
    package func kill() throws {
        guard let process else { return }
        process.kill()
        _ = try process.wait(seconds: 20)
        self.process = nil
    }

    /// What it has recorded, in the order of time: one file for each publication.
    package var recordings: [String] {
        get throws { try folder.names.filter { $0.hasSuffix(".flv") }.map(folder.file) }
    }

    /// Waits for recording number `count`, and until it holds some media.
    package func waitForRecording(_ count: Int, bytes: Int = 50_000) throws {
        try waitUntil("recording \(count) of nginx; \(log)", seconds: 30) {
            let recordings = try recordings
            return recordings.count >= count && TestFolder.size(of: recordings[count - 1]) > bytes
        }
    }

    /// What nginx says about itself.
    package var log: String {
        ["stderr.log", "error.log"].compactMap { name in
            (try? folder.read(name)).map { String(decoding: $0, as: UTF8.self) }  // Missing: it has said nothing.
        }.joined(separator: "\n")
    }
}
