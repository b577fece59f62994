import Testing

@testable import Screens

@Suite struct DrawingTests {
    private func canvas(_ width: Int, _ height: Int) -> ScreenCanvas {
        ScreenCanvas(content: ContentID(number: 1), screen: .make(), size: Size(width: width, height: height))
    }

    @Test func damageNeverForgetsAPixel() {
        var random = SystemRandomNumberGenerator()
        for _ in 0..<200 {
            var damage = Damage()
            var marked: [Rectangle] = []
            for _ in 0..<Int.random(in: 1...30, using: &random) {
                let rectangle = Rectangle(
                    x: .random(in: 0..<50), y: .random(in: 0..<50), width: .random(in: 1...20),
                    height: .random(in: 1...20))
                marked.append(rectangle)
                damage.insert(rectangle)
            }
            let held = (0..<damage.count).map { damage[$0] }
            for rectangle in marked {
                for y in rectangle.y..<rectangle.maxY {
                    for x in rectangle.x..<rectangle.maxX {
                        let pixel = Rectangle(x: x, y: y, width: 1, height: 1)
                        #expect(held.contains { $0.intersection(pixel) == pixel })
                    }
                }
            }
        }
    }

    @Test func aBufferWithAllDamageEqualsTheCanvas() {
        let canvas = self.canvas(61, 47)
        let target = self.canvas(61, 47)
        for _ in 0..<300 {
            let rectangle = Rectangle(
                x: .random(in: -20..<70), y: .random(in: -20..<60), width: .random(in: -3...40),
                height: .random(in: -3...40))
            canvas.fill(rectangle, with: Color(rgb: .random(in: 0...0xFFFFFF)))
            if Bool.random() {
                target.pixels.copy(canvas.damage, from: canvas.pixels)
                canvas.damageTaken()
                #expect(Picture(copying: target.pixels) == Picture(copying: canvas.pixels))
            }
        }
    }

    @Test(arguments: [
        Rectangle(x: .min, y: .min, width: .max, height: .max), Rectangle(x: .max, y: .max, width: .max, height: .max),
        Rectangle(x: -5, y: -5, width: 3, height: 3), Rectangle(x: 64, y: 0, width: 1, height: 1),
        Rectangle(x: 0, y: 0, width: -1, height: 5), Rectangle(x: 0, y: 0, width: .min, height: .min),
    ])
    func drawingIsClippedToTheCanvas(_ rectangle: Rectangle) {
        let canvas = self.canvas(64, 64)
        canvas.fill(rectangle, with: .white)
        #expect(canvas.damage.isEmpty)
        #expect(Picture(copying: canvas.pixels).pixels.allSatisfy { $0 == 0 })
    }

    @Test func damageIsEqualIfItsRectanglesAre() {
        let one = Rectangle(x: 0, y: 0, width: 4, height: 4)
        let other = Rectangle(x: 40, y: 40, width: 4, height: 4)
        var damage = Damage(one)
        #expect(damage.isSame(as: Damage(one)) && !damage.isSame(as: Damage(other)) && !damage.isSame(as: Damage()))
        damage.insert(other)
        #expect(!damage.isSame(as: Damage(one)) && damage.area == 32)
        damage.removeAll()
        #expect(damage.isSame(as: Damage()) && damage.area == 0)
    }

    @Test func theSameBackgroundCausesNoDamage() {
        let canvas = self.canvas(8, 8)
        canvas.setBackgroundColor(.white)
        canvas.damageTaken()
        canvas.setBackgroundColor(.white)
        #expect(canvas.damage.isEmpty)
    }

    @Test(
        arguments: [
            ("#112233", 0x112233), ("#FFffFF", 0xFFFFFF), ("#000000", 0), ("112233", nil), ("#12345", nil),
            ("#1234567", nil), ("#12345g", nil), ("#+12345", nil), ("", nil), ("#-12345", nil),
        ] as [(String, UInt32?)])
    func coloursAreParsedFromHexDigits(_ text: String, _ pixel: UInt32?) {
        #expect(Color(text)?.rgb == pixel)
    }
}
