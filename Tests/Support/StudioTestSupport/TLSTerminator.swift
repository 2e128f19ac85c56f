import Foundation
import Glibc

/// A real stunnel before a server without TLS, with a certificate of a test authority.
package final class TLSTerminator {
    package let port: UInt16
    private let folder: TestFolder
    private let process: ChildProcess

    /// The authority's certificate, in PEM.
    package var authority: String { folder.file("ca.pem") }

    /// - Parameters:
    ///   - target: the port of the server.
    ///   - names: the alternative names of the certificate, in OpenSSL's format.
    ///   - days: how long the certificate is valid; negative for one that has expired.
    package init(to target: UInt16, for names: String = "DNS:localhost,IP:127.0.0.1", days: Int = 2) throws {
        folder = try TestFolder()
        port = try Loopback.freePort()
        try Self.makeCertificates(in: folder, for: names, days: days)
        let configuration = """
            foreground = yes
            pid =
            output = \(folder.file("stunnel.log"))
            [rtmps]
            accept = 127.0.0.1:\(port)
            connect = 127.0.0.1:\(target)
            cert = \(folder.file("server.pem"))
            """
        let path = try folder.write("stunnel.conf", configuration + "\n")
        let errors = open(folder.file("stderr.log"), O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
        defer { close(errors) }
        let process = try ChildProcess("stunnel4", [path], errors: errors)
        self.process = process
        let (port, folder) = (port, folder)
        try waitUntil("stunnel listens on \(port)", seconds: 20) {
            guard process.isRunning else {
                throw TestFailure("stunnel did not start: \(try folder.read("stderr.log"))")
            }
            guard let descriptor = Loopback.connect(port: port) else { return false }
            close(descriptor)
            return true
        }
    }

    deinit {
        process.kill()
    }

    /// `rtmps://localhost:port/live/key`
    package func url(_ key: String = "key", host: String = "localhost") -> String {
        "rtmps://\(host):\(port)/live/\(key)"
    }

    private static func makeCertificates(in folder: TestFolder, for names: String, days: Int) throws {
        func openssl(_ arguments: [String]) throws { try Tool.run("openssl", arguments) }
        let key = ["-newkey", "rsa:2048", "-nodes"]
        try openssl(
            ["req", "-x509", "-days", "2", "-subj", "/CN=psstudio test authority", "-out", folder.file("ca.pem")] + key
                + ["-keyout", folder.file("ca.key")])
        try openssl(
            ["req", "-subj", "/CN=psstudio test server", "-out", folder.file("server.csr")] + key
                + ["-keyout", folder.file("server.key")])
        let extensions = try folder.write("extensions", "subjectAltName=\(names)")
        try openssl([
            "x509", "-req", "-days", "\(days)", "-in", folder.file("server.csr"), "-CA", folder.file("ca.pem"),
            "-CAkey",
            folder.file("ca.key"), "-CAcreateserial", "-extfile", extensions, "-out", folder.file("server.crt"),
        ])
        let chain = try folder.read("server.key") + folder.read("server.crt")
        let path = try folder.write("server.pem", chain)
        chmod(path, 0o600)
    }
}
