// swift-tools-version: 6.2

import PackageDescription

let package = Package(
    name: "crash",
    products: [.executable(name: "crash", targets: ["crash"])],
    dependencies: [.package(name: "screens", path: "../../../..")],
    targets: [
        .executableTarget(name: "crash", dependencies: [.product(name: "Screens", package: "screens")])
    ],
    swiftLanguageModes: [.v6]
)
