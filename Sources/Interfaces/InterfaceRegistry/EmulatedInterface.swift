import AgoraRawAudio
import CameraCapture
import MeetingClient
import ProductionStudio
package import StudioCore
import ZegoCustomRendering
import ZoomSDKNames
import ZoomVideoRawData

/// An emulated interface: its rules, its place in `Sources/Interfaces`, and its documentation pages.
package struct EmulatedInterface: Sendable, CustomStringConvertible {
    /// The Markdown pages that are generated from the code of an interface.
    package struct Pages: Sendable {
        /// The rules.
        package let rules: @Sendable () -> String
        /// The vendor's names, psstudio's names, and their rules.
        package let names: @Sendable () -> String
    }

    package let catalogue: RuleCatalogue
    /// The folder.
    package let folder: String
    /// The module with the vendor's names. Its tests have this name and `Tests`.
    package let module: String
    /// The members of the vendor's SDK, and how they are emulated.
    package let symbols: SymbolTable
    package let pages: Pages?

    private init(
        catalogue: RuleCatalogue, folder: String, module: String, _ symbols: SymbolTable, _ pages: Pages? = nil
    ) {
        (self.catalogue, self.folder, self.module) = (catalogue, folder, module)
        (self.symbols, self.pages) = (symbols, pages)
    }

    /// The name of the interface on the command line.
    package var description: String { catalogue.interface }

    // Scripts read the lines of this list: one interface a line.
    package static let all = [
        EmulatedInterface(catalogue: .productionStudio, folder: "ZoomMeeting", module: "ZoomSDK", .studio, .zoom),
        EmulatedInterface(catalogue: .meetingClient, folder: "ZoomMeetingClient", module: "MeetingClient", .cpp),
        EmulatedInterface(catalogue: .rawAudio, folder: "Agora", module: "AgoraRtcKit", .rawAudio),
        EmulatedInterface(catalogue: .capture, folder: "AVFoundation", module: "AVFoundation", .capture),
        EmulatedInterface(catalogue: .customRendering, folder: "Zego", module: "ZegoExpressEngine", .rendering),
        EmulatedInterface(catalogue: .rawData, folder: "ZoomVideo", module: "ZoomVideoSDK", .rawData),
    ]
}

extension EmulatedInterface.Pages {
    fileprivate static let zoom = Self(rules: { RulesPage.markdown }, names: { VendorNames.markdown })
}
