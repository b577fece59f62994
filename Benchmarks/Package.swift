// swift-tools-version: 6.2

import PackageDescription

let package = Package(
    name: "benchmarks",
    dependencies: [.package(name: "screens", path: "..")],
    targets: [
        .executableTarget(name: "painter", dependencies: [.product(name: "Screens", package: "screens")]),
        .systemLibrary(
            name: "CPixman", pkgConfig: "pixman-1", providers: [.apt(["libpixman-1-dev"])]),
        .systemLibrary(name: "CCairo", pkgConfig: "cairo", providers: [.apt(["libcairo2-dev"])]),
        .target(name: "Contest", path: "Sources/contest"),
        // Measure internal functions, so they are built with -enable-testing: see `run`.
        .executableTarget(
            name: "copies", dependencies: ["Contest", .product(name: "Screens", package: "screens")]),
        .executableTarget(
            name: "raster",
            dependencies: ["Contest", "CPixman", "CCairo", .product(name: "Screens", package: "screens")]),
    ],
    swiftLanguageModes: [.v6]
)
