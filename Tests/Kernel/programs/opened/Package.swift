// swift-tools-version: 6.2

import PackageDescription

let package = Package(
    name: "opened",
    products: [.executable(name: "opened", targets: ["opened"])],
    dependencies: [.package(name: "screens", path: "../../../..")],
    targets: [
        .executableTarget(name: "opened", dependencies: [.product(name: "Screens", package: "screens")])
    ],
    swiftLanguageModes: [.v6]
)
