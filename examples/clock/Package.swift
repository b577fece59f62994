// swift-tools-version: 6.2

import PackageDescription

let package = Package(
    name: "clock",
    products: [.executable(name: "clock", targets: ["clock"])],
    dependencies: [.package(name: "screens", path: "../..")],
    targets: [
        .executableTarget(name: "clock", dependencies: [.product(name: "Screens", package: "screens")])
    ],
    swiftLanguageModes: [.v6]
)
