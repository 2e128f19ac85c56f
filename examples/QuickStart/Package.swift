// swift-tools-version: 6.1
import PackageDescription

let package = Package(
    name: "QuickStart",
    dependencies: [.package(name: "psstudio", path: "../..")],
    targets: [
        .executableTarget(
            name: "QuickStart",
            dependencies: [
                .product(name: "ProductionStudio", package: "psstudio"),
                .product(name: "StudioEngine", package: "psstudio"),
            ])
    ]
)
