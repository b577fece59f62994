import Testing

@testable import Screens

@Suite struct ExternalViewDrawingTests {
    private static let key: [UInt32: Character] = [0: ".", 0xFF: "b", 0xFF0000: "r", 0xFFFFFF: "w", 0x7F00: "h"]

    private func image(_ width: Int, _ height: Int, _ pixel: UInt32) throws -> Image {
        try Image(
            size: Size(width: width, height: height), straight: [UInt32](repeating: pixel, count: width * height))
    }

    @Test func anImageIsOverTheBackgroundAndLeavesNoTrace() throws {
        let board = DrawingBoard(6, 4)
        let red = try image(3, 1, 0xFFFF_0000)
        let blue = try image(2, 2, 0xFF00_00FF)
        board.draw { $0.backgroundColor = .white }
        let damage = board.draw {
            $0.contentMode = .topLeft
            $0.image = red
        }
        #expect(board.drawing(Self.key) == ["rrrwww", "wwwwww", "wwwwww", "wwwwww"])
        #expect(damage == [Rectangle(x: 0, y: 0, width: 3, height: 1)])
        let next = board.draw { $0.image = blue }
        #expect(board.drawing(Self.key) == ["bbwwww", "bbwwww", "wwwwww", "wwwwww"])
        #expect(next.allSatisfy { Rectangle(x: 0, y: 0, width: 3, height: 2).intersection($0) == $0 })
        board.draw { $0.contentMode = .bottomRight }
        #expect(board.drawing(Self.key) == ["wwwwww", "wwwwww", "wwwwbb", "wwwwbb"])
        board.draw { $0.contentMode = .fit }
        #expect(board.drawing(Self.key) == ["wbbbbw", "wbbbbw", "wbbbbw", "wbbbbw"])
        board.draw { $0.backgroundColor = .black }
        #expect(board.drawing(Self.key) == [".bbbb.", ".bbbb.", ".bbbb.", ".bbbb."])
        let last = board.draw { $0.image = nil }
        #expect(board.drawing(Self.key) == ["......", "......", "......", "......"])
        #expect(last == [Rectangle(x: 1, y: 0, width: 4, height: 4)])
    }

    @Test func theSameImageCausesNoDamage() throws {
        let board = DrawingBoard(6, 4)
        let image = try image(6, 4, 0x8000_FF00)
        board.draw {
            $0.image = image
            $0.backgroundColor = .white
            $0.contentMode = .center
        }
        let former = board.picture
        let damage = board.draw {
            $0.image = image
            $0.backgroundColor = .white
            $0.contentMode = .center
            // The image has the size of the view: these modes give the same place.
            $0.contentMode = .topLeft
            $0.contentMode = .fill
        }
        #expect(damage.isEmpty && board.picture == former)
    }

    @Test func transparentPixelsAreNeverBlendedTwice() throws {
        let board = DrawingBoard(4, 1)
        let half = try image(2, 1, 0x8000_FF00)
        board.draw {
            $0.contentMode = .topLeft
            $0.image = half
            $0.contentMode = .topRight
            $0.contentMode = .topLeft
            $0.backgroundColor = .white
            $0.backgroundColor = .black
        }
        #expect(board.picture.pixels == [0x8000, 0x8000, 0, 0])
    }

    @Test func onlyDrawnPixelsAreDamaged() throws {
        for round in 0..<600 {
            let board = DrawingBoard(.random(in: 1...40), .random(in: 1...30))
            let size = board.canvas.size
            board.draw { $0.backgroundColor = Color(rgb: .random(in: 0...0xFFFFFF)) }
            let former = board.picture
            let image = try image(.random(in: 1...20), .random(in: 1...20), round % 4 < 2 ? 0xFF12_3456 : 0x7F12_3456)
            let rectangle = WildNumbers.rectangle(around: size)
            let part = round % 8 < 4 ? nil : WildNumbers.rectangle(around: image.size)
            let place = (x: WildNumbers.place(-40...40), y: WildNumbers.place(-40...40))
            let number = WildNumbers.place(0...9)
            let damage = board.draw { view in
                switch round % 5 {
                case 0: view.draw(image, part: part, at: place)
                case 1:
                    view.draw(image, part: part, in: rectangle, interpolation: round % 2 == 0 ? .nearest : .bilinear)
                case 2: view.stroke(rectangle, with: .white, width: number)
                case 3: view.draw("Ay\n\u{1F600}~", at: place, scale: number, color: .white, background: .black)
                default: view.draw("", at: place, scale: number, color: .white, background: .black)
                }
            }
            #expect(damage.allSatisfy { !$0.isEmpty && $0.intersection(Rectangle(size)) == $0 })
            let now = board.picture
            for y in 0..<size.height {
                for x in 0..<size.width where now[x, y] != former[x, y] {
                    #expect(damage.contains { $0.holds(x, y) })
                    if round % 5 == 1 || round % 5 == 2 { #expect(rectangle.holds(x, y)) }
                }
            }
        }
    }

    @Test(
        arguments: [
            (Rectangle(x: 1, y: 1, width: 5, height: 4), 1, ["......", ".wwwww", ".w...w", ".w...w", ".wwwww"]),
            (Rectangle(x: -1, y: -1, width: 5, height: 4), 1, ["...w..", "...w..", "wwww..", "......", "......"]),
            (Rectangle(x: 0, y: 0, width: 5, height: 5), 2, ["wwwww.", "wwwww.", "ww.ww.", "wwwww.", "wwwww."]),
            (Rectangle(x: 0, y: 0, width: 2, height: 5), 1, ["ww....", "ww....", "ww....", "ww....", "ww...."]),
            (Rectangle(x: 0, y: 0, width: 6, height: 5), 0, ["......", "......", "......", "......", "......"]),
            (Rectangle(x: 5, y: 1, width: .max, height: .max), 1, ["......", ".....w", ".....w", ".....w", ".....w"]),
            (Rectangle(x: 1, y: 1, width: 2, height: 1), .max, ["......", ".ww...", "......", "......", "......"]),
        ] as [(Rectangle, Int, [String])])
    func anOutlineIsInsideTheEdges(rectangle: Rectangle, width: Int, expected: [String]) {
        let board = DrawingBoard(6, 5)
        board.draw { $0.stroke(rectangle, with: .white, width: width) }
        #expect(board.drawing(Self.key) == expected)
    }

    @Test func aRendererGetsThePointerAndTheLayout() {
        let board = DrawingBoard(5, 3)
        let mark = Rectangle(x: 4, y: 2, width: 9, height: 9)
        let damage = board.draw { view in
            view.withUnsafePixels(damage: mark) { surface in
                #expect(surface.size == Size(width: 5, height: 3) && surface.format == .xrgb8888)
                #expect(surface.bytesPerRow >= 20)
                (surface.baseAddress + 2 * surface.bytesPerRow + 4 * 4).storeBytes(of: 0xFF, as: UInt32.self)
            }
        }
        #expect(damage == [Rectangle(x: 4, y: 2, width: 1, height: 1)])
        #expect(board.drawing(Self.key) == [".....", ".....", "....b"])
        #expect(board.draw { view in view.withUnsafePixels { _ in } } == [Rectangle(x: 0, y: 0, width: 5, height: 3)])
    }

    @Test(
        arguments: [
            (1920, 1080, 527, 296, 1), (3840, 2160, 600, 340, 2), (3840, 2160, 1210, 680, 1), (2560, 1600, 290, 180, 2),
            (1080, 2400, 68, 151, 4), (1920, 1080, 0, 0, 1), (1920, 1080, 16, 9, 1), (1920, 1080, 160, 90, 3),
            (480, 800, 150, 90, 1),
        ])
    func theScaleFollowsTheDensity(width: Int, height: Int, across: Int, down: Int, scale: Int) {
        let density = DisplayDensity(
            size: Size(width: width, height: height), millimeters: Size(width: across, height: down))
        #expect(density.scale == scale)
        #expect(DisplayDensity(size: nil, millimeters: nil).scale == 1)
    }
}
