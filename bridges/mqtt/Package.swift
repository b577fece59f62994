// swift-tools-version: 6.2

import PackageDescription

let strict: [SwiftSetting] =
    Context.environment["SCREENS_STRICT"] == nil ? [] : [.treatAllWarnings(as: .error)]

/// The program is compiled for size, and exports no symbols.
let small: [SwiftSetting] = [.unsafeFlags(["-Osize"], .when(configuration: .release))]
let closed: [LinkerSetting] = [
    .unsafeFlags(
        [
            "-use-ld=lld", "-Xlinker", "--no-export-dynamic", "-Xlinker", "--icf=safe", "-Xlinker", "-z", "-Xlinker",
            "pack-relative-relocs",
        ], .when(configuration: .release))
]

// The bridge is a package of its own, so that a build of the daemon needs no libmosquitto.
let package = Package(
    name: "screens-mqtt",
    products: [.executable(name: "screens-mqtt", targets: ["screens-mqtt"])],
    dependencies: [.package(name: "screens", path: "../..")],
    targets: [
        .systemLibrary(name: "CMosquitto"),
        .target(
            name: "MQTTBridge", dependencies: [.product(name: "ScreensManager", package: "screens")],
            swiftSettings: strict + small),
        .executableTarget(
            name: "screens-mqtt",
            dependencies: ["MQTTBridge", "CMosquitto", .product(name: "ScreensServing", package: "screens")],
            path: "Sources/Program", swiftSettings: strict + small, linkerSettings: closed),
        .testTarget(name: "MQTTBridgeTests", dependencies: ["MQTTBridge"], swiftSettings: strict),
    ],
    swiftLanguageModes: [.v6]
)
