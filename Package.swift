// swift-tools-version: 6.2

import PackageDescription

/// Warnings are errors where the tests run, never for somebody who merely depends on the package.
let strict: [SwiftSetting] =
    Context.environment["SCREENS_STRICT"] == nil ? [] : [.treatAllWarnings(as: .error)]

/// Programs export no symbols: their names are one twentieth of the file. Debug builds keep them for the tests that import them.
let closed: [LinkerSetting] = [
    .unsafeFlags(["-Xlinker", "--no-export-dynamic", "-Xlinker", "--icf=safe"], .when(configuration: .release))
]

/// Code that touches each pixel is optimised in debug builds too: a picture would take a thousand times as long otherwise.
/// Helpers of several files are inlined only in a module that is compiled as a whole, which writes one object file.
let optimized: [SwiftSetting] = [
    .unsafeFlags(
        ["-O", "-whole-module-optimization", "-num-threads", "1", "-disable-batch-mode"],
        .when(configuration: .debug))
]

let package = Package(
    name: "screens",
    products: [
        .library(name: "Screens", targets: ["Screens"]),
        .library(name: "ScreensPictures", targets: ["ScreensPictures"]),
        .library(name: "ScreensGraphics", targets: ["ScreensGraphics"]),
        .executable(name: "screens", targets: ["ScreensTool"]),
        .executable(name: "screensd", targets: ["ScreensDaemon"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0")
    ],
    targets: [
        .systemLibrary(name: "CLibDRM", pkgConfig: "libdrm", providers: [.apt(["libdrm-dev"])]),
        .systemLibrary(name: "CLibUdev", pkgConfig: "libudev", providers: [.apt(["libudev-dev"])]),
        // Without `pkgConfig`: SwiftPM would warn each user of `Screens` who lacks these packages. Their headers report that.
        .systemLibrary(name: "CLibPNG"),
        .systemLibrary(name: "CLibTurboJPEG"),
        .systemLibrary(name: "CCairo"),
        .systemLibrary(name: "CFontconfig"),
        .systemLibrary(name: "CPango"),
        .target(name: "CLinux"),
        .target(name: "Linux", dependencies: ["CLinux"], swiftSettings: strict),
        .target(name: "KMS", dependencies: ["CLibDRM", "JSON", "Linux"], swiftSettings: strict),
        .target(name: "Udev", dependencies: ["CLibUdev"], swiftSettings: strict),
        .target(name: "EDID", swiftSettings: strict),
        .target(name: "JSON", swiftSettings: strict),
        .target(name: "Varlink", dependencies: ["JSON"], swiftSettings: strict),
        .target(name: "Raster", dependencies: ["Linux"], swiftSettings: strict + optimized),
        .target(name: "Screens", dependencies: ["KMS", "Udev", "EDID", "Raster", "Linux"], swiftSettings: strict),
        .target(
            name: "ScreensPictures", dependencies: ["Screens", "Linux", "CLibPNG", "CLibTurboJPEG"],
            swiftSettings: strict),
        .target(
            name: "ScreensGraphics", dependencies: ["Screens", "Linux", "CCairo", "CFontconfig", "CPango"],
            swiftSettings: strict),
        .target(
            name: "ProgramKit", dependencies: ["Screens", "ScreensPictures", "JSON", "Linux"],
            resources: [.embedInCode("Control/screens.Manager.varlink")], swiftSettings: strict),
        .target(
            name: "Configuration",
            dependencies: ["ProgramKit", "Screens", "EDID", "JSON", "Linux"],
            swiftSettings: strict),
        .executableTarget(
            name: "ScreensTool",
            dependencies: [
                "Configuration", "ProgramKit", "ScreensPictures", "Screens", "EDID", "KMS", "Udev", "Varlink", "JSON",
                "Linux", .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            swiftSettings: strict, linkerSettings: closed),
        .target(name: "CDaemon"),
        .executableTarget(
            name: "ScreensDaemon",
            dependencies: [
                "ProgramKit", "Configuration", "Varlink", "JSON", "ScreensPictures", "Screens", "Linux", "CDaemon",
            ],
            swiftSettings: strict, linkerSettings: closed),
        .target(name: "EDIDMutations", path: "Tests/Fuzz/EDIDMutations", swiftSettings: strict),
        .executableTarget(
            name: "EDIDFuzz", dependencies: ["EDID", "EDIDMutations"], path: "Tests/Fuzz/EDIDFuzz",
            swiftSettings: strict),
        .target(
            name: "VarlinkMutations", dependencies: ["Varlink", "JSON", "EDIDMutations"],
            path: "Tests/Fuzz/VarlinkMutations",
            swiftSettings: strict),
        .executableTarget(
            name: "VarlinkFuzz", dependencies: ["Varlink", "JSON", "VarlinkMutations"], path: "Tests/Fuzz/VarlinkFuzz",
            swiftSettings: strict),
        .target(
            name: "ConfigurationMutations", dependencies: ["Configuration", "EDIDMutations"],
            path: "Tests/Fuzz/ConfigurationMutations", swiftSettings: strict),
        .executableTarget(
            name: "ConfigurationFuzz", dependencies: ["ConfigurationMutations"], path: "Tests/Fuzz/ConfigurationFuzz",
            swiftSettings: strict),
        .target(
            name: "CardDocumentMutations", dependencies: ["KMS", "JSON", "EDIDMutations"],
            path: "Tests/Fuzz/CardDocumentMutations", swiftSettings: strict),
        .executableTarget(
            name: "CardDocumentFuzz", dependencies: ["CardDocumentMutations"], path: "Tests/Fuzz/CardDocumentFuzz",
            swiftSettings: strict),
        .target(name: "TestSupport", path: "Tests/Support", swiftSettings: strict),
        .testTarget(name: "EDIDTests", dependencies: ["EDID", "EDIDMutations", "TestSupport"], swiftSettings: strict),
        .testTarget(
            name: "KMSTests", dependencies: ["KMS", "JSON", "CardDocumentMutations", "TestSupport"],
            swiftSettings: strict),
        .testTarget(name: "JSONTests", dependencies: ["JSON", "EDIDMutations", "TestSupport"], swiftSettings: strict),
        .testTarget(
            name: "VarlinkTests", dependencies: ["Varlink", "JSON", "VarlinkMutations", "EDIDMutations"],
            swiftSettings: strict),
        .testTarget(name: "UdevTests", dependencies: ["Udev"], swiftSettings: strict),
        .testTarget(
            name: "ConfigurationTests",
            dependencies: ["Configuration", "ConfigurationMutations", "Screens", "EDID", "JSON", "TestSupport"],
            swiftSettings: strict),
        .testTarget(
            name: "ScreensToolTests",
            dependencies: [
                "ScreensTool", "Configuration", "ProgramKit", "ScreensPictures", "Screens", "EDID", "KMS", "Varlink",
                "JSON", "Linux", "CLibPNG", "TestSupport",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            exclude: ["Golden"],
            swiftSettings: strict),
        .testTarget(
            name: "ScreensPicturesTests", dependencies: ["ScreensPictures", "Screens", "Linux", "CLibTurboJPEG"],
            swiftSettings: strict),
        .testTarget(
            name: "ScreensGraphicsTests", dependencies: ["ScreensGraphics", "Screens", "CCairo", "EDIDMutations"],
            swiftSettings: strict),
        .testTarget(name: "ProgramKitTests", dependencies: ["ProgramKit", "Screens"], swiftSettings: strict),
        .testTarget(
            name: "ScreensDaemonTests",
            dependencies: [
                "ScreensDaemon", "Configuration", "ProgramKit", "ScreensPictures", "Screens", "EDID", "Varlink", "JSON",
                "Linux", "TestSupport",
            ],
            exclude: ["Interface"], swiftSettings: strict),
        .testTarget(
            name: "ScreensTests",
            dependencies: [
                "Screens", "KMS", "EDID", "JSON", "Raster", "Linux", "CardDocumentMutations", "TestSupport",
            ],
            swiftSettings: strict),
        .testTarget(name: "EmbedderTests", dependencies: ["Screens"], swiftSettings: strict),
    ],
    swiftLanguageModes: [.v6]
)
