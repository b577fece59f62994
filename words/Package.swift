// swift-tools-version: 6.2

import PackageDescription

let strict: [SwiftSetting] =
    Context.environment["SCREENS_STRICT"] == nil ? [] : [.treatAllWarnings(as: .error)]

/// The program is compiled for size, and exports no symbols. The libraries draw.
let small: [SwiftSetting] = [.unsafeFlags(["-Osize"], .when(configuration: .release))]
let closed: [LinkerSetting] = [
    .unsafeFlags(
        [
            "-use-ld=lld", "-Xlinker", "--no-export-dynamic", "-Xlinker", "--icf=safe", "-Xlinker", "-z", "-Xlinker",
            "pack-relative-relocs",
        ], .when(configuration: .release))
]

// A package of its own: who builds the daemon needs neither Cairo nor Pango, nor libqrencode.
let package = Package(
    name: "screens-words",
    products: [.executable(name: "screens-words", targets: ["screens-words"])],
    dependencies: [.package(name: "screens", path: "..")],
    targets: [
        .systemLibrary(name: "CQRencode", pkgConfig: "libqrencode", providers: [.apt(["libqrencode-dev"])]),
        .target(
            name: "Typesetting",
            dependencies: [
                "CQRencode",
                .product(name: "Screens", package: "screens"), .product(name: "ScreensGraphics", package: "screens"),
                .product(name: "ScreensJSON", package: "screens"),
            ],
            resources: [.embedInCode("VERSION")], swiftSettings: strict + small),
        .executableTarget(
            name: "screens-words",
            dependencies: ["Typesetting", .product(name: "ScreensServing", package: "screens")],
            path: "Sources/Program", swiftSettings: strict + small, linkerSettings: closed),
        .testTarget(
            name: "TypesettingTests",
            dependencies: [
                "Typesetting", .product(name: "Screens", package: "screens"),
                .product(name: "ScreensJSON", package: "screens"),
            ], swiftSettings: strict),
    ],
    swiftLanguageModes: [.v6]
)
