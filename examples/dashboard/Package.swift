// swift-tools-version: 6.2

import PackageDescription

let package = Package(
    name: "dashboard",
    products: [.executable(name: "dashboard", targets: ["dashboard"])],
    dependencies: [.package(name: "screens", path: "../..")],
    targets: [
        .executableTarget(
            name: "dashboard",
            dependencies: [
                .product(name: "Screens", package: "screens"),
                .product(name: "ScreensGraphics", package: "screens"),
                .product(name: "ScreensPictures", package: "screens"),
            ])
    ],
    swiftLanguageModes: [.v6]
)
