import Foundation

// Enters a room, and renders the preview and all streams: ZegoRenderer [SECONDS].
let renderer = Renderer()
renderer.begin(seconds: CommandLine.arguments.dropFirst().first.flatMap { Double($0) } ?? 3)
dispatchMain()
