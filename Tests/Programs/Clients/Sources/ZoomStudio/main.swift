import Foundation

// Joins a meeting, and sends from Production Studio: ZoomStudio [SECONDS].
let app = StudioApp(seconds: CommandLine.arguments.dropFirst().first.flatMap { Double($0) } ?? 3)
app.begin()
dispatchMain()
