/// A real nginx with its RTMP module on a port of its own, which records all that is published.
package final class RTMPServer {
    private let nginx: NginxProcess

    package var port: UInt16 { nginx.port }

    /// Starts it. Applications: `live` takes everything, `closed` takes nobody.
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

    /// Starts it again on the same port and waits until it answers.
    package func start() throws { try nginx.start() }

    /// Kills master and worker, as a crash or a power cut does.
    package func kill() throws { try nginx.kill() }

    /// What it has recorded, in the order of time: one file for each publication.
    package var recordings: [String] {
        get throws { try nginx.folder.names.filter { $0.hasSuffix(".flv") }.map(nginx.folder.file) }
    }

    /// Waits for recording number `count`, and until it holds some media.
    package func waitForRecording(_ count: Int, bytes: Int = 50_000) throws {
        try waitUntil("recording \(count) of nginx; \(log)", seconds: 30) {
            let recordings = try recordings
            return recordings.count >= count && TestFolder.size(of: recordings[count - 1]) > bytes
        }
    }

    /// What nginx says about itself.
    package var log: String { nginx.log }
}
