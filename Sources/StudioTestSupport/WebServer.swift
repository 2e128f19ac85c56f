/// A real nginx that serves the files of a folder on a port of its own.
package final class WebServer {
    private let nginx: NginxProcess

    /// Serves what is in `folder`, also what is put there later.
    package init(_ folder: TestFolder) throws {
        nginx = try NginxProcess { nginx in
            """
            http {
                access_log off;
                types { application/vnd.apple.mpegurl m3u8; video/mp2t ts; video/mp4 mp4; }
                server {
                    listen 127.0.0.1:\(nginx.port);
                    root \(folder.path);
                }
            }
            """
        }
    }

    /// Where a file of the folder is found.
    package func url(_ name: String) -> String { "http://127.0.0.1:\(nginx.port)/\(name)" }
}
