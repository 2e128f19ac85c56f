/// A kind of output in help texts, messages, documentation, checks and tests.
package struct OutputKind: Sendable {
    /// A form of its addresses.
    package struct Form: Sendable {
        /// The form in texts: `FILE.mp4`.
        package let text: String
        /// Its name in the report of `psstudio doctor`; `nil` if another form requires the same.
        package let part: String?
        /// An address of this form without a listener.
        package let sample: String

        init(_ text: String, part: String? = nil, sample: String? = nil) {
            self.text = text
            self.part = part
            self.sample = sample ?? text
        }
    }

    /// Its name in the documentation.
    package let name: String
    /// Its page: a file in `docs/outputs`, without the suffix.
    package let page: String
    package let forms: [Form]
    /// A sentence in the help of `--out`.
    package var note: String?
    /// The secret that can be given separately from an address.
    package var secret: OutputSecret?
}
