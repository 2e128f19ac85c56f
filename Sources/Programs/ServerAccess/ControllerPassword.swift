/// The password of controllers that the user has not chosen.
package enum ControllerPassword {
    private static let length = 16
    private static let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789")

    /// A random password of the form of OBS, with 95 bits.
    package static func random() -> String {
        var random = SystemRandomNumberGenerator()
        return String((0..<length).map { _ in letters[Int.random(in: letters.indices, using: &random)] })
    }
}
