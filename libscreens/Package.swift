// swift-tools-version: 6.2

import PackageDescription

let strict: [SwiftSetting] =
    Context.environment["SCREENS_STRICT"] == nil ? [] : [.treatAllWarnings(as: .error)]

// A package of its own: who embeds Screens in Swift neither compiles this library nor meets its linker flags.
let package = Package(
    name: "libscreens",
    // The file is renamed by `build`: a product with the name of the command would get its objects.
    products: [.library(name: "LibScreens", type: .dynamic, targets: ["LibScreens"])],
    dependencies: [.package(name: "screens", path: "..")],
    targets: [
        // Its variables of a thread are found as those of a program otherwise, and arm64 has no such relocation in a library.
        .target(name: "CScreens", cSettings: [.unsafeFlags(["-fPIC"])]),
        .target(
            name: "LibScreens",
            dependencies: ["CScreens", .product(name: "Screens", package: "screens")],
            swiftSettings: strict,
            linkerSettings: [
                // Swift's runtime is inside, and nothing of it is seen: a host may have another one.
                .unsafeFlags([
                    "-static-stdlib", "-use-ld=lld", "-Xlinker",
                    "--version-script=\(Context.packageDirectory)/screens.map",
                    "-Xlinker", "-soname=libscreens.so.1", "-Xlinker", "--gc-sections", "-Xlinker", "--icf=safe",
                    // A fifteenth of the file; the loader of Debian 12 is the first that reads them.
                    "-Xlinker", "-z", "-Xlinker", "pack-relative-relocs",
                    // Its threads may outlive a close of the library.
                    "-Xlinker", "-z", "-Xlinker", "nodelete",
                ])
            ]),
    ],
    swiftLanguageModes: [.v6]
)
