import Testing

@testable import Screens

@Suite struct ContentModeTests {
    @Test(
        arguments: [
            (.fit, 4, 2, Rectangle(x: 0, y: 25, width: 100, height: 50)),
            (.fit, 2, 4, Rectangle(x: 25, y: 0, width: 50, height: 100)),
            (.fit, 400, 300, Rectangle(x: 0, y: 12, width: 100, height: 75)),
            (.fit, 1000, 1, Rectangle(x: 0, y: 49, width: 100, height: 1)),
            (.fit, 7, 7, Rectangle(x: 0, y: 0, width: 100, height: 100)),
            (.fill, 4, 2, Rectangle(x: -50, y: 0, width: 200, height: 100)),
            (.fill, 2, 4, Rectangle(x: 0, y: -50, width: 100, height: 200)),
            (.fill, 7, 7, Rectangle(x: 0, y: 0, width: 100, height: 100)),
            (.stretch, 4, 2, Rectangle(x: 0, y: 0, width: 100, height: 100)),
            (.center, 4, 2, Rectangle(x: 48, y: 49, width: 4, height: 2)),
            (.center, 5, 201, Rectangle(x: 47, y: -51, width: 5, height: 201)),
            (.topLeft, 4, 2, Rectangle(x: 0, y: 0, width: 4, height: 2)),
            (.topRight, 4, 2, Rectangle(x: 96, y: 0, width: 4, height: 2)),
            (.bottomLeft, 4, 200, Rectangle(x: 0, y: -100, width: 4, height: 200)),
            (.bottomRight, 4, 2, Rectangle(x: 96, y: 98, width: 4, height: 2)),
        ] as [(ContentMode, Int, Int, Rectangle)])
    func aPictureIsPlacedByItsMode(mode: ContentMode, width: Int, height: Int, expected: Rectangle) {
        let area = Rectangle(x: 0, y: 0, width: 100, height: 100)
        #expect(mode.rectangle(for: Size(width: width, height: height), in: area) == expected)
        // The result is the same away from the origin.
        let moved = mode.rectangle(
            for: Size(width: width, height: height), in: Rectangle(x: 30, y: -7, width: 100, height: 100))
        #expect(
            moved == Rectangle(x: expected.x + 30, y: expected.y - 7, width: expected.width, height: expected.height))
    }

    @Test(arguments: ContentMode.allCases)
    func noNumbersAreTooLarge(mode: ContentMode) {
        for _ in 0..<500 {
            let size = Size(width: WildNumbers.place(1...9), height: WildNumbers.place(1...9))
            let area = WildNumbers.rectangle(around: Size(width: 9, height: 9))
            let place = mode.rectangle(for: size, in: area)
            if size.width <= 0 || size.height <= 0 || area.isEmpty { #expect(place.isEmpty) }
        }
    }
}
