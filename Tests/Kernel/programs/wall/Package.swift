// swift-tools-version: 6.2

import PackageDescription

let package = Package(
    name: "wall",
    products: [.executable(name: "wall", targets: ["wall"])],
    dependencies: [.package(name: "screens", path: "../../../..")],
    targets: [
        .executableTarget(name: "wall", dependencies: [.product(name: "Screens", package: "screens")])
    ],
    swiftLanguageModes: [.v6]
)
