// swift-tools-version: 6.2

import PackageDescription

let package = Package(
    name: "hello",
    products: [.executable(name: "hello", targets: ["hello"])],
    dependencies: [.package(name: "screens", path: "../..")],
    targets: [
        .executableTarget(name: "hello", dependencies: [.product(name: "Screens", package: "screens")])
    ],
    swiftLanguageModes: [.v6]
)
