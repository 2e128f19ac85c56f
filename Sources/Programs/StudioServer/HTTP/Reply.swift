import HTTPTypes
import Hummingbird
import HummingbirdCore
import NIOCore

/// The answer to a request before it is written.
struct Reply: Sendable {
    enum Body: Sendable {
        case bytes([UInt8])
        /// Events until the session ends or the client leaves.
        case stream(EventStream, Permit)
    }

    var status = 200
    var type = MediaTypes.json
    var fields: [(HTTPField.Name, String)] = []
    var body: Body

    init(_ status: Int = 200, json: [UInt8], location: String? = nil) {
        self.status = status
        body = .bytes(json)
        if let location { fields = [(.location, location)] }
    }

    init(text: String) { self.init(text: Array(text.utf8), type: MediaTypes.text) }

    init(text: [UInt8], type: String) {
        self.type = type
        body = .bytes(text)
    }

    /// A file of the control page, which runs nothing but its own script and reaches nothing but this server.
    ///
    /// - Parameter isKnown: whether the client has it already.
    init(_ file: PageFile, _ content: (bytes: [UInt8], tag: String, isCompressed: Bool), isKnown: Bool) {
        status = isKnown ? 304 : 200
        type = file.type
        fields = [
            (.eTag, content.tag), (.cacheControl, "no-cache"), (.contentSecurityPolicy, Self.pagePolicy),
            (.vary, "Accept-Encoding"),
        ]
        if content.isCompressed && !isKnown { fields.append((.contentEncoding, "gzip")) }
        body = .bytes(isKnown ? [] : content.bytes)
    }

    private static let pagePolicy =
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src blob: data:; connect-src 'self'; "
        + "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

    init(jpeg: [UInt8]) {
        type = MediaTypes.jpeg
        body = .bytes(jpeg)
    }

    init(_ stream: EventStream, _ permit: Permit) {
        type = MediaTypes.events
        // A proxy must not keep events back.
        fields = Self.buffering.map { [($0, "no")] } ?? []
        body = .stream(stream, permit)
    }

    init(_ problem: Problem) {
        status = problem.status
        type = MediaTypes.problem
        body = .bytes(problem.body)
        if problem.status == 401 { fields.append((.wwwAuthenticate, "Bearer realm=\"psstudio\"")) }
        if problem.status == 405 { fields.append((.allow, problem.allowed.joined(separator: ", "))) }
        if problem.status == 429 || problem.status == 503 { fields.append((.retryAfter, "1")) }
    }

    /// Fields of every answer: nothing of it may be stored, shown in a frame, read by another site or taken for another type.
    private static let common: HTTPFields = {
        var fields = HTTPFields()
        fields[.cacheControl] = "no-store"
        fields[.xContentTypeOptions] = "nosniff"
        fields[.contentSecurityPolicy] =
            "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"
        fields[.crossOriginResourcePolicy] = "same-origin"
        let others = [("Referrer-Policy", "no-referrer"), ("X-Frame-Options", "DENY")]
        for (name, value) in others {
            if let name = HTTPField.Name(name) { fields[name] = value }
        }
        return fields
    }()

    private static let buffering = HTTPField.Name("X-Accel-Buffering")

    /// - Parameter hasBody: false for HEAD.
    func response(hasBody: Bool) -> Response {
        var fields = Self.common
        for (name, value) in self.fields { fields[name] = value }
        fields[.contentType] = type
        let status = HTTPResponse.Status(integerLiteral: self.status)
        switch body {
        case .bytes(let bytes):
            // It would be that of the file which the client has.
            if self.status != 304 { fields[.contentLength] = "\(bytes.count)" }
            let body = hasBody ? ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)) : ResponseBody()
            return Response(status: status, headers: fields, body: body)
        case .stream(let stream, let permit):
            guard hasBody else {
                stream.finish()
                return Response(status: status, headers: fields, body: ResponseBody())
            }
            return Response(status: status, headers: fields, body: Self.body(stream, permit))
        }
    }

    private static func body(_ stream: EventStream, _ permit: Permit) -> ResponseBody {
        ResponseBody { writer in
            defer {
                stream.finish()
                permit.release()
            }
            for await chunk in stream.chunks {
                try await writer.write(chunk)
                stream.taken(chunk)
            }
            try await writer.finish(nil)
        }
    }
}
