// swift-tools-version: 6.2

import PackageDescription

let package = Package(
    name: "benchmarks",
    dependencies: [.package(name: "screens", path: "..")],
    targets: [
        .executableTarget(name: "painter", dependencies: [.product(name: "Screens", package: "screens")]),
        // Measures internal functions, so it is built with -enable-testing: see `run`.
        .executableTarget(name: "copies", dependencies: [.product(name: "Screens", package: "screens")]),
    ],
    swiftLanguageModes: [.v6]
)
