// swift-tools-version: 6.2

import PackageDescription

let package = Package(
    name: "colors",
    products: [.executable(name: "colors", targets: ["colors"])],
    dependencies: [.package(name: "screens", path: "../..")],
    targets: [
        .executableTarget(name: "colors", dependencies: [.product(name: "Screens", package: "screens")])
    ],
    swiftLanguageModes: [.v6]
)
