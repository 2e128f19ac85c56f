package import ArgumentParser
package import StudioScenario

extension ArgumentHelp {
    /// The help of an option of the table.
    ///
    /// - Parameter text: for what another table declares; by default, the text of the row.
    package static func option(_ option: SessionOption, _ text: String? = nil) -> ArgumentHelp {
        ArgumentHelp(text ?? option.help, valueName: option.valueName)
    }
}
