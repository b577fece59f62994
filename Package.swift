// swift-tools-version: 6.2

import PackageDescription

/// Warnings are errors where the tests run, never for somebody who merely depends on the package.
let strict: [SwiftSetting] =
    Context.environment["SCREENS_STRICT"] == nil ? [] : [.treatAllWarnings(as: .error)]

let package = Package(
    name: "screens",
    products: [
        .library(name: "Screens", targets: ["Screens"]),
        .executable(name: "screens", targets: ["ScreensTool"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0")
    ],
    targets: [
        .systemLibrary(name: "CLibDRM", pkgConfig: "libdrm", providers: [.apt(["libdrm-dev"])]),
        .systemLibrary(name: "CLibUdev", pkgConfig: "libudev", providers: [.apt(["libudev-dev"])]),
        .systemLibrary(name: "CLibPNG", pkgConfig: "libpng", providers: [.apt(["libpng-dev"])]),
        .systemLibrary(name: "CLibTurboJPEG", pkgConfig: "libturbojpeg", providers: [.apt(["libturbojpeg0-dev"])]),
        .target(name: "CLinux"),
        .target(name: "KMS", dependencies: ["CLibDRM"], swiftSettings: strict),
        .target(name: "Udev", dependencies: ["CLibUdev"], swiftSettings: strict),
        .target(name: "EDID", swiftSettings: strict),
        .target(name: "Varlink", swiftSettings: strict),
        .target(name: "Screens", dependencies: ["KMS", "Udev", "EDID", "CLinux"], swiftSettings: strict),
        .executableTarget(
            name: "ScreensTool",
            dependencies: [
                "Screens", "EDID", "KMS", "Udev", "CLibPNG", "CLibTurboJPEG",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            swiftSettings: strict),
        .target(name: "EDIDMutations", path: "Tests/Fuzz/EDIDMutations", swiftSettings: strict),
        .executableTarget(
            name: "EDIDFuzz", dependencies: ["EDID", "EDIDMutations"], path: "Tests/Fuzz/EDIDFuzz",
            swiftSettings: strict),
        .target(
            name: "VarlinkMutations", dependencies: ["Varlink", "EDIDMutations"], path: "Tests/Fuzz/VarlinkMutations",
            swiftSettings: strict),
        .executableTarget(
            name: "VarlinkFuzz", dependencies: ["Varlink", "VarlinkMutations"], path: "Tests/Fuzz/VarlinkFuzz",
            swiftSettings: strict),
        .testTarget(name: "EDIDTests", dependencies: ["EDID", "EDIDMutations"], swiftSettings: strict),
        .testTarget(name: "KMSTests", dependencies: ["KMS"], swiftSettings: strict),
        .testTarget(
            name: "VarlinkTests", dependencies: ["Varlink", "VarlinkMutations", "EDIDMutations"],
            swiftSettings: strict),
        .testTarget(name: "UdevTests", dependencies: ["Udev"], swiftSettings: strict),
        .testTarget(
            name: "ScreensToolTests",
            dependencies: [
                "ScreensTool", "Screens", "EDID", "KMS", "CLibPNG", "CLibTurboJPEG",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            exclude: ["Golden"],
            swiftSettings: strict),
        .testTarget(name: "ScreensTests", dependencies: ["Screens", "KMS", "EDID"], swiftSettings: strict),
    ],
    swiftLanguageModes: [.v6]
)
