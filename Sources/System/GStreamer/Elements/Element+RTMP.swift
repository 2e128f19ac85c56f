package import StudioCore

extension Element {
    /// Sets the server and the stream of `rtmp2sink` or `rtmp2src`.
    ///
    /// Their property `location` splits an address at its last slash, which may belong to the query or to a key, and
    /// ignores an address with one path part.
    package func set(_ address: RTMPAddress) throws(GStreamerError) {
        try set("scheme", to: .text(address.isEncrypted ? "rtmps" : "rtmp"))
        try set("host", to: .text(address.host))
        try set("port", to: .integer(Int64(address.port)))
        try set("application", to: .text(address.application))
        try set("stream", to: .text(address.stream))
        if let userName = address.userName { try set("username", to: .text(userName)) }
        if let password = address.password { try set("password", to: .text(password)) }
    }
}
