// swift-tools-version: 6.2

import PackageDescription

let strict: [SwiftSetting] =
    Context.environment["SCREENS_STRICT"] == nil ? [] : [.treatAllWarnings(as: .error)]

/// The program is compiled for size, and exports no symbols. The library decodes, and the copy of a frame is C.
let small: [SwiftSetting] = [.unsafeFlags(["-Osize"], .when(configuration: .release))]
let closed: [LinkerSetting] = [
    .unsafeFlags(
        [
            "-use-ld=lld", "-Xlinker", "--no-export-dynamic", "-Xlinker", "--icf=safe", "-Xlinker", "-z", "-Xlinker",
            "pack-relative-relocs",
        ], .when(configuration: .release))
]

// A package of its own: who builds the daemon needs no GStreamer.
let package = Package(
    name: "screens-player",
    products: [.executable(name: "screens-player", targets: ["screens-player"])],
    dependencies: [.package(name: "screens", path: "..")],
    targets: [
        .systemLibrary(name: "CGStreamer", pkgConfig: "gstreamer-app-1.0"),
        .target(
            name: "Films", dependencies: [.product(name: "ScreensJSON", package: "screens")],
            resources: [.embedInCode("VERSION")], swiftSettings: strict + small),
        .target(
            name: "Decoder",
            dependencies: ["Films", "CGStreamer", .product(name: "ScreensServing", package: "screens")],
            swiftSettings: strict + small),
        .executableTarget(
            name: "screens-player",
            dependencies: [
                "Films", "Decoder", "CGStreamer", .product(name: "ScreensServing", package: "screens"),
            ],
            path: "Sources/Program",
            swiftSettings: strict + small, linkerSettings: closed),
        .testTarget(name: "FilmsTests", dependencies: ["Films"], swiftSettings: strict),
    ],
    swiftLanguageModes: [.v6]
)
