/// A real nginx with the RTMP module on a port of its own, which records all publications.
package final class RTMPServer {
    private let nginx: NginxProcess

    package var port: UInt16 { nginx.port }

    /// Starts it. Applications: `live` accepts everything, `closed` rejects everything.
    package init() throws {
        nginx = try NginxProcess { nginx in
            """
            rtmp {
                access_log \(nginx.folder.file("access.log"));
                server {
                    listen 127.0.0.1:\(nginx.port);
                    chunk_size 4096;
                    application live {
                        live on;
                        record all;
                        record_path \(nginx.folder.path);
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
    }

    /// `rtmp://127.0.0.1:port/live/key`
    package func url(_ key: String = "key", application: String = "live") -> String {
        "rtmp://127.0.0.1:\(port)/\(application)/\(key)"
    }

    /// Restarts it on the same port and waits until it listens.
    package func start() throws { try nginx.start() }

    /// Kills master and worker, like a crash or a power failure.
    package func kill() throws { try nginx.kill() }

    /// The recordings in order of time: one file per publication.
    package var recordings: [String] {
        get throws { try nginx.folder.names.filter { $0.hasSuffix(".flv") }.map(nginx.folder.file) }
    }

    /// Waits until recording number `count` contains media.
    package func waitForRecording(_ count: Int, bytes: Int = 50_000) throws {
        try waitUntil("recording \(count) of nginx; \(log)", seconds: 30) {
            let recordings = try recordings
            return recordings.count >= count && TestFolder.size(of: recordings[count - 1]) > bytes
        }
    }

    /// The error log of nginx.
    package var log: String { nginx.log }
}
