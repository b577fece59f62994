// swift-tools-version: 6.2

import PackageDescription

let package = Package(
    name: "rawvideo",
    products: [.executable(name: "rawvideo", targets: ["rawvideo"])],
    dependencies: [.package(name: "screens", path: "../..")],
    targets: [
        .executableTarget(
            name: "rawvideo",
            dependencies: [
                .product(name: "Screens", package: "screens"), .product(name: "ScreensPictures", package: "screens"),
            ],
            // The converting loop of each pixel is too slow for video without the optimiser.
            swiftSettings: [.unsafeFlags(["-O"], .when(configuration: .debug))])
    ],
    swiftLanguageModes: [.v6]
)
