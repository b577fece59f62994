// swift-tools-version: 6.2

import PackageDescription

let package = Package(
    name: "follow",
    products: [.executable(name: "follow", targets: ["follow"])],
    dependencies: [.package(name: "screens", path: "../..")],
    targets: [
        .executableTarget(name: "follow", dependencies: [.product(name: "ScreensManager", package: "screens")])
    ],
    swiftLanguageModes: [.v6]
)
