/// The verification of several traces.
public struct TraceVerification: Sendable, Encodable {
    /// A trace that could not be read.
    public struct Unreadable: Sendable, Encodable {
        /// The path of the trace.
        public let path: String
        /// The reason in one line.
        public let message: String

        /// Creates a trace that could not be read.
        public init(path: String, message: String) {
            self.path = path
            self.message = message
        }
    }

    /// The verified traces.
    public var traces: [TraceReport]
    /// The traces that could not be read.
    public var unreadable: [Unreadable]

    /// Creates a verification.
    public init(_ traces: [TraceReport] = [], unreadable: [Unreadable] = []) {
        self.traces = traces
        self.unreadable = unreadable
    }
}
