/// A real nginx that serves the files of a folder on a port of its own.
package final class WebServer {
    private let nginx: NginxProcess

    /// Serves the files in `folder`, including later ones.
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

    /// The URL of a file in the folder.
    package func url(_ name: String) -> String { "http://127.0.0.1:\(nginx.port)/\(name)" }
}
