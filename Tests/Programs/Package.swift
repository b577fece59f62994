// swift-tools-version: 6.2

import PackageDescription

/// A package, and its products that the tests run.
let built: [(name: String, path: String, products: [String])] =
    [
        ("screens", "../..", ["screens", "screensd", "screens-power"]),
        ("libscreens", "../../bindings/c", ["LibScreens"]),
        ("screens-mqtt", "../../bridges/mqtt", ["screens-mqtt"]),
        ("screens-player", "../../player", ["screens-player"]),
        ("screens-words", "../../words", ["screens-words"]),
    ]
    + ["butterfly", "clock", "colors", "dashboard", "follow", "hello", "rawvideo"].map {
        ($0, "../../examples/\($0)", [$0])
    }
    + ["crash", "glyphs", "opened", "wall"].map { ($0, "../Kernel/programs/\($0)", [$0]) }

/// The programs that the tests run, as they are released, in one build: each module is compiled once.
let package = Package(
    name: "programs",
    dependencies: built.map { .package(name: $0.name, path: $0.path) },
    targets: [
        .target(
            name: "Programs",
            dependencies: built.flatMap { package in
                package.products.map { .product(name: $0, package: package.name) }
            })
    ],
    swiftLanguageModes: [.v6]
)
