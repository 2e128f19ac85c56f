// swift-tools-version: 6.1
import PackageDescription

// The same sources on both systems: the vendor's SDK on macOS, the emulated one on Linux. Only this file differs.
#if os(Linux)
    let zoomPackage = Package.Dependency.package(name: "psstudio", path: "../..")
    let zoomSDK = Target.Dependency.product(name: "ZoomSDK", package: "psstudio")
    let zoomTargets: [Target] = []
#else
    let zoomPackage: Package.Dependency? = nil
    let zoomSDK = Target.Dependency.target(name: "ZoomSDK")
    // Place the framework of the vendor's download here, as an XCFramework.
    let zoomTargets = [Target.binaryTarget(name: "ZoomSDK", path: "ZoomSDK.xcframework")]
#endif

let package = Package(
    name: "Recorder",
    platforms: [.macOS(.v13)],
    dependencies: [zoomPackage].compactMap { $0 },
    targets: [.executableTarget(name: "Recorder", dependencies: [zoomSDK])] + zoomTargets
)
