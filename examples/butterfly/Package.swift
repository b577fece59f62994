// swift-tools-version: 6.2

import PackageDescription

let package = Package(
    name: "butterfly",
    products: [.executable(name: "butterfly", targets: ["butterfly"])],
    dependencies: [.package(name: "screens", path: "../..")],
    targets: [
        .systemLibrary(name: "CInput"),
        .executableTarget(
            name: "butterfly",
            dependencies: [
                "CInput",
                .product(name: "Screens", package: "screens"),
                .product(name: "ScreensPictures", package: "screens"),
            ]),
    ],
    swiftLanguageModes: [.v6]
)
