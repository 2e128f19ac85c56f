/// A real nginx in front of a server, with the recipe of a page.
package final class ReverseProxy {
    private let nginx: NginxProcess
    /// Its port, without TLS.
    package var port: UInt16 { nginx.port }
    /// The error log of nginx.
    package var log: String { nginx.log }

    /// - Parameter recipe: the text inside `http`. What listens with TLS listens on the port instead.
    package init(_ recipe: String) throws {
        nginx = try NginxProcess { nginx in
            let lines = recipe.split(separator: "\n").filter { !$0.contains("ssl_certificate") }
            let text = lines.joined(separator: "\n").replacing(
                "listen 443 ssl;", with: "listen 127.0.0.1:\(nginx.port);")
            return "http {\naccess_log off;\n\(text)\n}"
        }
    }
}
