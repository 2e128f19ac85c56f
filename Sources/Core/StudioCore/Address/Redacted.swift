/// A value with secrets: every form of printing shows its description only.
package protocol Redacted: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {}

extension Redacted {
    package var debugDescription: String { description }
    package var customMirror: Mirror { Mirror(self, children: ["redacted": description]) }
}
