// swift-tools-version: 6.2

import PackageDescription

let package = Package(
    name: "glyphs",
    products: [.executable(name: "glyphs", targets: ["glyphs"])],
    dependencies: [.package(name: "screens", path: "../../../..")],
    targets: [
        .executableTarget(
            name: "glyphs",
            dependencies: [
                .product(name: "Screens", package: "screens"), .product(name: "ScreensGraphics", package: "screens"),
            ])
    ],
    swiftLanguageModes: [.v6]
)
