import MediaInputs
import ProductionStudio
package import SessionProtocol
import StudioCore

extension SessionFailure {
    /// A call that the studio rejected, an input that failed, or an error that nobody expects.
    package init(_ error: any Error) {
        switch error {
        case let error as StudioError:
            let category: Category =
                switch error.code {
                case .noPermission, .unsupportedFeature, .notInMeeting, .serviceFailed, .failed: .refused
                case .outOfMemory: .internal
                default: .contract
                }
            self.init(category, error.code.description, error.description, rule: error.rule.id.rawValue)
        case let error as SourceError: self.init(.source, "source", "\(error)")
        default: self.init(.internal, "internal", "\(error)")
        }
    }
}
