// swift-tools-version: 6.2

import PackageDescription

let strict: [SwiftSetting] =
    Context.environment["SCREENS_STRICT"] == nil ? [] : [.treatAllWarnings(as: .error)]

// A package of its own: programs that embed Screens in Swift neither compile this library nor meet its linker flags.
let package = Package(
    name: "libscreens",
    // `build-library` renames the file: a product with the name of the command would get its objects.
    products: [.library(name: "LibScreens", type: .dynamic, targets: ["LibScreens"])],
    dependencies: [.package(name: "screens", path: "../..")],
    targets: [
        // Without -fPIC, thread-local variables are addressed as in a program, with relocations that arm64 lacks in a
        // library.
        .target(name: "CScreens", cSettings: [.unsafeFlags(["-fPIC"])]),
        .target(
            name: "LibScreens",
            dependencies: ["CScreens", .product(name: "Screens", package: "screens")],
            swiftSettings: strict,
            linkerSettings: [
                // Swift's runtime is inside and hidden: a host may have another one.
                .unsafeFlags([
                    "-static-stdlib", "-use-ld=lld", "-Xlinker",
                    "--version-script=\(Context.packageDirectory)/screens.map",
                    "-Xlinker", "-soname=libscreens.so.1", "-Xlinker", "--gc-sections", "-Xlinker", "--icf=safe",
                    // Saves a fifteenth of the file; Debian 12 has the first loader that reads them.
                    "-Xlinker", "-z", "-Xlinker", "pack-relative-relocs",
                    // The library's threads may outlive its unloading.
                    "-Xlinker", "-z", "-Xlinker", "nodelete",
                ])
            ]),
    ],
    swiftLanguageModes: [.v6]
)
