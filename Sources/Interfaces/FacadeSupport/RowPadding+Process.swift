import Glibc
import Logging
package import StudioCore

extension RowPadding {
    /// That of a process without a test: `PSSTUDIO_ROWS`, otherwise uneven. An invalid value ends the process with 2, the
    /// code for usage errors, as of the other variables.
    package static let process: RowPadding = {
        guard let variable = getenv("PSSTUDIO_ROWS"), variable.pointee != 0 else { return .uneven }
        let text = String(cString: variable)
        if let rows = RowPadding(rawValue: text) { return rows }
        Logger(label: "psstudio").error("PSSTUDIO_ROWS is '\(text)'; expected uneven or tight")
        exit(2)
    }()
}
