import Glibc

/// A real nginx with its own folder and port.
final class NginxProcess {
    let port: UInt16
    let folder: TestFolder
    private let services: (NginxProcess) -> String
    private var process: ChildProcess?

    /// Starts it and waits until it listens.
    ///
    /// - Parameter services: the configuration in addition to the common part.
    init(_ services: @escaping (NginxProcess) -> String) throws {
        folder = try TestFolder()
        port = try Loopback.freePort()
        self.services = services
        try start()
    }

    deinit {
        process?.kill()
    }

    private var configuration: String {
        """
        load_module /usr/lib/nginx/modules/ngx_rtmp_module.so;
        \(getuid() == 0 ? "user root;" : "")
        worker_processes 1;
        daemon off;
        pid \(folder.file("nginx.pid"));
        error_log \(folder.file("error.log")) info;
        events { worker_connections 64; }
        \(services(self))
        """
    }

    /// Restarts it on the same port and waits until it listens.
    func start() throws {
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

    /// Kills master and worker, like a crash or a power failure.
    func kill() throws {
        guard let process else { return }
        process.kill()
        _ = try process.wait(seconds: 20)
        self.process = nil
    }

    /// The error log of nginx.
    var log: String {
        ["stderr.log", "error.log"].compactMap { name in
            (try? folder.read(name)).map { String(decoding: $0, as: UTF8.self) }  // Missing while the log is empty.
        }.joined(separator: "\n")
    }
}
