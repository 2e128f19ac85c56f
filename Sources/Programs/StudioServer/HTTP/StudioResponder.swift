import HTTPTypes
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import ServerAccess
import StudioRuntime

/// Answers requests: checks who asks, finds the endpoint, and calls its handler.
struct StudioResponder: HTTPResponder {
    /// The connection of a request.
    struct Context: InitializableFromSource {
        let channel: any Channel

        init(source: ApplicationRequestContextSource) {
            channel = source.channel
        }
    }

    let options: ServerOptions
    let directory: SessionDirectory
    let connections: ConnectionRegistry
    /// Those that are valid now.
    private let tokens: Lock<AccessTokens>
    let streams = PermitCounter(limit: Limits.streams)
    private let failures = Lock(FailureLog())
    private let clock = SystemClock()
    private let logger: Logger

    /// - Parameter tokens: shared with whoever changes them; `nil` for those of the options.
    init(
        _ options: ServerOptions, _ directory: SessionDirectory, _ connections: ConnectionRegistry,
        tokens: Lock<AccessTokens>? = nil, logger: Logger
    ) {
        (self.options, self.directory, self.connections, self.logger) = (options, directory, connections, logger)
        self.tokens = tokens ?? Lock(options.tokens)
    }

    func respond(to request: Request, context: Context) async throws -> Response {
        let reply: Reply
        do throws(Problem) {
            reply = try await answer(request, context.channel)
        } catch {
            reply = Reply(error)
        }
        return reply.response(hasBody: request.method != .head)
    }

    private func answer(_ request: Request, _ channel: any Channel) async throws(Problem) -> Reply {
        try checkSource(request)
        let target = request.head.path ?? ""
        let found = Endpoint.find(request.method.rawValue, target)
        let isPublic = (try? found.get())?.endpoint.isPublic ?? false
        let access = isPublic ? .read : try await access(of: request)
        if !isPublic { connections.showToken(channel) }
        guard access.permits(request.method.rawValue) || isPublic else {
            throw Problem(.readOnly, "this token permits GET and HEAD only; send the token that permits everything")
        }
        let (endpoint, values) = try found.get()
        do throws(Problem) {
            let hasBody = endpoint.body != nil && !(endpoint.isBodyOptional && Self.isEmpty(request))
            let body = hasBody ? try await body(of: request) : []
            return try await endpoint.handler(self)(
                EndpointRequest(
                    path: values, query: RequestQuery(target), headers: request.headers, body: body, channel: channel,
                    access: access))
        } catch {
            assert(endpoint.problems.contains(error.code), "\(endpoint.path) has no problem \(error.code) in its row")
            throw error
        }
    }

    private static let host = HTTPField.Name("Host")

    // MARK: Who asks

    private func checkSource(_ request: Request) throws(Problem) {
        let origins = request.headers[values: .origin]
        // A second Host is left in the fields.
        let others = Self.host.map { request.headers[values: $0] } ?? []
        let host = others.isEmpty ? request.head.authority : nil
        switch options.rules.denial(host: host, origins: origins) {
        case nil: return
        case .invalidHost?: throw Problem(.hostInvalid, "send one Host with an address, such as 127.0.0.1:7788")
        case .foreignHost?:
            log("the host is not a name of this server")
            throw Problem(.hostForbidden, "use an address or localhost, or start the server with --serve-host NAME")
        case .foreignOrigin?:
            log("the page belongs to another origin")
            throw Problem(.originForbidden, "start the server with --serve-origin ORIGIN to let this page use it")
        }
    }

    private func access(of request: Request) async throws(Problem) -> AccessTokens.Access {
        switch tokens.withLock({ $0 }).check(request.headers[values: .authorization]) {
        case .accepted(let access): return access
        case .missing:
            log("the token is missing")
            throw Problem(.tokenMissing, "send the header Authorization: Bearer TOKEN")
        case .wrong:
            log("the token is wrong")
            // Whoever guesses waits. A cancelled wait ends with its connection.
            try? await Task.sleep(for: options.failureDelay)
            throw Problem(.tokenWrong, "send the token that this server has printed or written at its start")
        }
    }

    private func log(_ reason: String) {
        let now = clock.now
        if let line = failures.withLock({ $0.line(reason, at: now) }) { logger.warning("\(line)") }
    }

    /// Whether a request has no body: then it needs no type either.
    private static func isEmpty(_ request: Request) -> Bool {
        request.headers[.transferEncoding] == nil && Int(request.headers[.contentLength] ?? "0") == 0
    }

    private func body(of request: Request) async throws(Problem) -> [UInt8] {
        let type = request.headers[.contentType] ?? ""
        let name = type.prefix { $0 != ";" }.filter { $0 != " " }.lowercased()
        guard name == MediaTypes.json else {
            throw Problem(.mediaTypeUnsupported, "send JSON with the header Content-Type: application/json")
        }
        let tooLarge = Problem(.bodyTooLarge, "the body has more than \(Limits.bodyBytes) bytes")
        if let length = request.headers[.contentLength].flatMap({ Int($0) }), length > Limits.bodyBytes {
            throw tooLarge
        }
        do {
            return Array(buffer: try await request.body.collect(upTo: Limits.bodyBytes))
        } catch is NIOTooManyBytesError {
            throw tooLarge
        } catch {
            throw Problem(.malformed, "the body is not complete")
        }
    }
}
