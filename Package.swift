// swift-tools-version: 6.2

import PackageDescription

/// Warnings are errors if the tests run, never for a package that merely depends on this one. An expression that takes
/// the compiler two seconds of processor time is an error, too: that time depends little on the load of the machine.
let strict: [SwiftSetting] =
    Context.environment["SCREENS_STRICT"] == nil
    ? []
    : [
        .treatAllWarnings(as: .error),
        .unsafeFlags(["-Xfrontend", "-warn-long-expression-type-checking=2000"]),
    ]

/// Programs export no symbols: their names are one twentieth of the file. Debug builds keep them for the tests that
/// import them. Packed relocations save another twentieth; the loader of Debian 12 is the first that reads them.
let closed: [LinkerSetting] = [
    .unsafeFlags(
        [
            "-use-ld=lld", "-Xlinker", "--no-export-dynamic", "-Xlinker", "--icf=safe", "-Xlinker", "-z", "-Xlinker",
            "pack-relative-relocs",
        ], .when(configuration: .release))
]

/// Programs, and the modules that draw nothing but test pictures, are compiled for size: they take no time beside the
/// modules that draw.
let small: [SwiftSetting] = [.unsafeFlags(["-Osize"], .when(configuration: .release))]

/// Code that touches each pixel is optimised in debug builds too: a picture would take a thousand times as long
/// otherwise. Helpers of several files are inlined only in a module that is compiled as a whole, which writes one
/// object file.
let optimized: [SwiftSetting] = [
    .unsafeFlags(
        ["-O", "-whole-module-optimization", "-num-threads", "1", "-disable-batch-mode"],
        .when(configuration: .debug))
]

/// The same for C.
let optimizedC: [CSetting] = [.unsafeFlags(["-O2"], .when(configuration: .debug))]

let package = Package(
    name: "screens",
    products: [
        .library(name: "Screens", targets: ["Screens"]),
        .library(name: "ScreensPictures", targets: ["ScreensPictures"]),
        .library(name: "ScreensGraphics", targets: ["ScreensGraphics"]),
        // With the values of JSON that its calls take, and the reader of files like the daemon's.
        .library(name: "ScreensManager", targets: ["ScreensManager", "ScreensConfiguration", "ScreensJSON"]),
        // For clients with connections of their own, such as the player.
        .library(name: "ScreensJSON", targets: ["ScreensJSON"]),
        // For programs that the daemon calls.
        .library(name: "ScreensServing", targets: ["ScreensServing"]),
        .executable(name: "screens", targets: ["ScreensTool"]),
        .executable(name: "screensd", targets: ["ScreensDaemon"]),
        .executable(name: "screens-power", targets: ["ScreensPowerService"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0")
    ],
    targets: [
        .systemLibrary(name: "CScreensDRM", pkgConfig: "libdrm", providers: [.apt(["libdrm-dev"])]),
        .systemLibrary(name: "CScreensUdev", pkgConfig: "libudev", providers: [.apt(["libudev-dev"])]),
        // Without `pkgConfig`: SwiftPM would warn each user of `Screens` who lacks these packages. Their headers report
        // that.
        .systemLibrary(name: "CScreensPNG"),
        .systemLibrary(name: "CScreensTurboJPEG"),
        .systemLibrary(name: "CScreensCairo"),
        .systemLibrary(name: "CScreensFontconfig"),
        .systemLibrary(name: "CScreensPango"),
        .target(name: "CScreensLinux"),
        .target(name: "CScreensRaster", cSettings: optimizedC),
        .target(name: "ScreensLinux", dependencies: ["CScreensLinux"], swiftSettings: strict + small),
        .target(
            name: "ScreensKMS", dependencies: ["CScreensDRM", "ScreensJSON", "ScreensLinux"],
            swiftSettings: strict + small),
        .target(name: "ScreensUdev", dependencies: ["CScreensUdev"], swiftSettings: strict + small),
        .target(name: "ScreensEDID", swiftSettings: strict + small),
        .target(name: "ScreensJSON", swiftSettings: strict + small),
        .target(name: "ScreensVarlink", dependencies: ["ScreensJSON"], swiftSettings: strict + small),
        .systemLibrary(name: "CScreensCEC"),
        .target(
            name: "ScreensCEC", dependencies: ["ScreensPower", "ScreensLinux", "CScreensCEC"],
            swiftSettings: strict + small),
        .target(name: "ScreensPower", dependencies: ["ScreensJSON", "ScreensLinux"], swiftSettings: strict + small),
        .systemLibrary(name: "CScreensServing"),
        .target(
            name: "ScreensServing", dependencies: ["ScreensJSON", "ScreensLinux", "CScreensServing"],
            swiftSettings: strict + small),
        .target(
            name: "ScreensRaster", dependencies: ["ScreensLinux", "CScreensRaster"],
            swiftSettings: strict + optimized),
        .target(
            name: "Screens",
            dependencies: ["ScreensKMS", "ScreensUdev", "ScreensEDID", "ScreensRaster", "ScreensLinux"],
            swiftSettings: strict),
        .target(name: "CScreensPictures"),
        .target(
            name: "ScreensPictures",
            dependencies: ["Screens", "ScreensLinux", "CScreensPictures", "CScreensPNG", "CScreensTurboJPEG"],
            swiftSettings: strict + small),
        .target(
            name: "ScreensGraphics",
            dependencies: [
                "Screens", "ScreensRaster", "ScreensLinux", "CScreensCairo", "CScreensFontconfig", "CScreensPango",
            ],
            swiftSettings: strict),
        .target(
            name: "ScreensConfiguration",
            dependencies: ["Screens", "ScreensEDID", "ScreensPower", "ScreensJSON", "ScreensLinux"],
            swiftSettings: strict + small),
        .target(
            name: "ScreensManager",
            dependencies: [
                "ScreensConfiguration", "Screens", "ScreensVarlink", "ScreensJSON", "ScreensLinux",
            ],
            resources: [.embedInCode("Control/screens.Manager.varlink"), .embedInCode("Control/VERSION")],
            swiftSettings: strict + small),
        .target(
            name: "ScreensReports",
            dependencies: [
                "ScreensManager", "ScreensConfiguration", "Screens", "ScreensEDID", "ScreensUdev", "ScreensJSON",
                "ScreensLinux",
            ],
            swiftSettings: strict + small),
        .target(
            name: "ScreensDoctor",
            dependencies: [
                "ScreensReports", "ScreensManager", "Screens", "ScreensEDID", "ScreensKMS", "ScreensUdev",
                "ScreensJSON", "ScreensLinux",
            ],
            swiftSettings: strict + small),
        .target(
            name: "ScreensLending",
            dependencies: [
                "ScreensReports", "ScreensManager", "ScreensConfiguration", "Screens",
                "ScreensKMS", "ScreensUdev", "ScreensLinux",
            ],
            swiftSettings: strict + small),
        .target(
            name: "ScreensContents",
            dependencies: ["ScreensConfiguration", "ScreensPictures", "Screens", "ScreensLinux"],
            swiftSettings: strict + small),
        .executableTarget(
            name: "ScreensTool",
            dependencies: [
                "ScreensContents", "ScreensLending", "ScreensDoctor", "ScreensReports", "ScreensManager",
                "ScreensConfiguration",
                "ScreensPictures", "Screens", "ScreensCEC", "ScreensPower", "ScreensEDID", "ScreensJSON",
                "ScreensLinux",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            swiftSettings: strict + small, linkerSettings: closed),
        .target(name: "CScreensDaemon"),
        .executableTarget(
            name: "ScreensDaemon",
            dependencies: [
                "ScreensContents", "ScreensManager", "ScreensConfiguration", "ScreensPictures",
                "Screens", "ScreensRaster", "ScreensPower", "ScreensEDID", "ScreensVarlink", "ScreensJSON",
                "ScreensLinux", "CScreensDaemon",
            ],
            swiftSettings: strict + small, linkerSettings: closed),
        .executableTarget(
            name: "ScreensPowerService",
            dependencies: [
                "ScreensCEC", "ScreensPower", "ScreensServing", "ScreensVarlink", "ScreensJSON", "ScreensLinux",
            ],
            resources: [.embedInCode("VERSION")], swiftSettings: strict + small, linkerSettings: closed),
        .target(name: "EDIDMutations", path: "Tests/Fuzz/EDIDMutations", swiftSettings: strict),
        .executableTarget(
            name: "EDIDFuzz", dependencies: ["ScreensEDID", "EDIDMutations"], path: "Tests/Fuzz/EDIDFuzz",
            swiftSettings: strict),
        .target(
            name: "VarlinkMutations", dependencies: ["ScreensVarlink", "ScreensJSON", "EDIDMutations"],
            path: "Tests/Fuzz/VarlinkMutations",
            swiftSettings: strict),
        .executableTarget(
            name: "VarlinkFuzz", dependencies: ["ScreensVarlink", "ScreensJSON", "VarlinkMutations"],
            path: "Tests/Fuzz/VarlinkFuzz",
            swiftSettings: strict),
        .target(
            name: "ConfigurationMutations", dependencies: ["ScreensConfiguration", "EDIDMutations"],
            path: "Tests/Fuzz/ConfigurationMutations", swiftSettings: strict),
        .executableTarget(
            name: "ConfigurationFuzz", dependencies: ["ConfigurationMutations"], path: "Tests/Fuzz/ConfigurationFuzz",
            swiftSettings: strict),
        .target(
            name: "CardDocumentMutations", dependencies: ["ScreensKMS", "ScreensJSON", "EDIDMutations"],
            path: "Tests/Fuzz/CardDocumentMutations", swiftSettings: strict),
        .executableTarget(
            name: "CardDocumentFuzz", dependencies: ["CardDocumentMutations"], path: "Tests/Fuzz/CardDocumentFuzz",
            swiftSettings: strict),
        .target(
            name: "CECMutations", dependencies: ["ScreensCEC", "ScreensPower", "EDIDMutations"],
            path: "Tests/Fuzz/CECMutations", swiftSettings: strict),
        .executableTarget(
            name: "CECFuzz", dependencies: ["CECMutations"], path: "Tests/Fuzz/CECFuzz", swiftSettings: strict),
        .target(name: "TestSupport", dependencies: ["ScreensLinux"], path: "Tests/Support", swiftSettings: strict),
        // A test target, as it sees what modules keep to themselves. It has no tests.
        .testTarget(
            name: "ProgramSamples",
            dependencies: [
                "ScreensContents", "ScreensManager", "Screens", "ScreensEDID", "ScreensKMS", "ScreensVarlink",
                "ScreensJSON", "ScreensLinux",
            ],
            path: "Tests/ProgramSamples", swiftSettings: strict),
        .testTarget(
            name: "ScreensEDIDTests", dependencies: ["ScreensEDID", "EDIDMutations", "TestSupport"],
            swiftSettings: strict),
        .testTarget(
            name: "ScreensKMSTests",
            dependencies: ["ScreensKMS", "ScreensJSON", "CardDocumentMutations", "TestSupport"],
            swiftSettings: strict),
        .testTarget(
            name: "ScreensJSONTests", dependencies: ["ScreensJSON", "EDIDMutations", "TestSupport"],
            swiftSettings: strict),
        .testTarget(
            name: "ScreensServingTests", dependencies: ["ScreensServing", "ScreensJSON"], swiftSettings: strict),
        .testTarget(
            name: "ScreensVarlinkTests",
            dependencies: ["ScreensVarlink", "ScreensJSON", "VarlinkMutations", "EDIDMutations"],
            swiftSettings: strict),
        .testTarget(
            name: "ScreensCECTests", dependencies: ["ScreensCEC", "ScreensPower", "CECMutations"],
            swiftSettings: strict),
        .testTarget(
            name: "ScreensPowerTests", dependencies: ["ScreensPower", "ScreensJSON", "ScreensLinux"],
            swiftSettings: strict),
        .testTarget(name: "ScreensUdevTests", dependencies: ["ScreensUdev"], swiftSettings: strict),
        .testTarget(
            name: "ScreensConfigurationTests",
            dependencies: [
                "ScreensManager", "ScreensConfiguration", "ConfigurationMutations", "Screens",
                "ScreensEDID", "ScreensJSON",
                "ScreensLinux", "TestSupport",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "ScreensToolTests",
            dependencies: [
                "ScreensTool", "ScreensContents", "ScreensReports", "ScreensManager", "ScreensConfiguration",
                "ScreensPictures", "Screens", "ScreensEDID", "ScreensVarlink", "ScreensJSON", "ScreensLinux",
                "CScreensPNG", "TestSupport", "ProgramSamples",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            exclude: ["Golden"],
            swiftSettings: strict),
        .testTarget(
            name: "ScreensPicturesTests",
            dependencies: ["ScreensPictures", "Screens", "ScreensLinux", "CScreensTurboJPEG"],
            swiftSettings: strict),
        .testTarget(
            name: "ScreensGraphicsTests",
            dependencies: ["ScreensGraphics", "Screens", "CScreensCairo", "EDIDMutations"],
            swiftSettings: strict),
        .testTarget(
            name: "ScreensLinuxTests", dependencies: ["ScreensLinux", "TestSupport"], swiftSettings: strict),
        .testTarget(
            name: "ScreensManagerTests",
            dependencies: [
                "ScreensManager", "Screens", "ScreensVarlink", "ScreensJSON", "ScreensLinux", "ProgramSamples",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "ScreensReportsTests",
            dependencies: [
                "ScreensReports", "ScreensManager", "ScreensConfiguration", "Screens", "ScreensEDID", "ScreensVarlink",
                "ScreensJSON", "ScreensLinux", "TestSupport", "ProgramSamples",
            ],
            exclude: ["Golden"], swiftSettings: strict),
        .testTarget(
            name: "ScreensLendingTests",
            dependencies: [
                "ScreensLending", "ScreensReports", "ScreensManager", "ScreensConfiguration",
                "ScreensKMS", "ScreensJSON", "ScreensLinux", "TestSupport",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "ScreensDoctorTests",
            dependencies: [
                "ScreensDoctor", "ScreensReports", "ScreensManager", "Screens", "ScreensKMS", "ScreensJSON",
                "ScreensLinux", "ScreensVarlink", "TestSupport", "ProgramSamples",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "ScreensContentsTests",
            dependencies: [
                "ScreensContents", "ScreensConfiguration", "ScreensPictures", "Screens", "ScreensLinux", "TestSupport",
                "ProgramSamples",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "ScreensDaemonTests",
            dependencies: [
                "ScreensDaemon", "ScreensContents", "ScreensManager", "ScreensConfiguration", "ScreensPictures",
                "Screens", "ScreensEDID", "ScreensVarlink", "ScreensJSON", "ScreensLinux", "TestSupport",
            ],
            exclude: ["Interface"], swiftSettings: strict),
        .testTarget(
            name: "ScreensTests",
            dependencies: [
                "Screens", "ScreensKMS", "ScreensEDID", "ScreensJSON", "ScreensRaster", "ScreensLinux",
                "CScreensRaster", "CardDocumentMutations", "TestSupport",
            ],
            swiftSettings: strict),
        .testTarget(name: "EmbedderTests", dependencies: ["Screens"], swiftSettings: strict),
    ],
    swiftLanguageModes: [.v6]
)
