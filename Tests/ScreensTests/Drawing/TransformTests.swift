import Glibc
import Testing

@testable import Screens

@Suite struct TransformTests {
    @Test func aChainReadsInTheOrderOfItsEffects() {
        let transform = Transform.translation(x: -1, y: 0).scaled(by: 3).rotated(by: .degrees(90)).translated(
            x: 10, y: 20)
        let place = transform.apply(to: (2, 1))
        // 1, 1, then 3, 3, then clockwise -3, 3.
        #expect(abs(place.x - 7) < 1e-9 && abs(place.y - 23) < 1e-9)
    }

    @Test func theInverseRevertsATransform() throws {
        for _ in 0..<100 {
            let transform = Transform.rotation(.radians(.random(in: -9...9)))
                .scaled(x: .random(in: 0.1...9), y: -.random(in: 0.1...9)).skewed(x: .random(in: -2...2), y: 0.1)
                .translated(x: .random(in: -99...99), y: .random(in: -99...99))
            let inverse = try #require(transform.inverse)
            let point = inverse.apply(to: transform.apply(to: (12.5, -3)))
            #expect(abs(point.x - 12.5) < 1e-6 && abs(point.y + 3) < 1e-6)
            let none = transform.concatenating(inverse)
            let differences: [Double] = [none.a - 1, none.b, none.c, none.d - 1]
            #expect(differences.allSatisfy { abs($0) < 1e-9 })
        }
        #expect(Transform.scale(x: 0, y: 1).inverse == nil && Transform.scale(x: .nan, y: 1).inverse == nil)
    }

    @Test func anglesAreClockwiseFromTheRight() {
        #expect(abs(Angle.degrees(180).radians - .pi) < 1e-12 && abs(Angle.radians(.pi / 2).degrees - 90) < 1e-9)
        let place = Transform.rotation(.radians(atan2(3, 4))).apply(to: (5, 0))
        #expect(abs(place.x - 4) < 1e-9 && abs(place.y - 3) < 1e-9)
    }

    @Test(
        arguments: [
            ("#11223344", 0x4411_2233), ("#112233", 0xFF11_2233), ("#fa8", 0xFFFF_AA88), ("#FA87", 0x77FF_AA88),
            ("#+1122334", nil), ("11223344", nil), ("#112233445", nil), ("#1122g344", nil), ("#", nil),
        ] as [(String, UInt32?)])
    func hexDigitsMayHaveAnAlpha(text: String, expected: UInt32?) {
        #expect(Color(hex: text) == expected.map { Color(argb: $0) })
        if text.utf8.count == 9 || text.utf8.count == 5 { #expect(Color(text) == nil) }
    }

    @Test func coloursHaveAnOpacity() {
        #expect(Color.red.opacity(0.5) == Color(red: 255, green: 0, blue: 0, alpha: 128))
        #expect(Color.red.opacity(0.5).opacity(0.5).alpha == 64 && Color.red.opacity(7) == .red)
        #expect(Color.red.opacity(-1).alpha == 0 && Color.red.opacity(.nan).alpha == 0)
        #expect(Color(argb: 0x80FF_8001).premultiplied == 0x8080_4001 && Color.clear.premultiplied == 0)
        #expect(Color(rgb: 0x12_3456) == Color(argb: 0xFF12_3456) && Color(rgb: 1).isOpaque)
    }

    @Test func aSeedGivesTheSameColours() {
        struct Counter: RandomNumberGenerator {
            var state: UInt64 = 1
            mutating func next() -> UInt64 {
                state = state &* 6_364_136_223_846_793_005 &+ 1
                return state
            }
        }
        var (one, other) = (Counter(), Counter())
        let colors = (0..<9).map { _ in Color.random(using: &one) }
        #expect(colors == (0..<9).map { _ in Color.random(using: &other) } && Set(colors).count > 5)
        #expect(colors.filter(\.isOpaque).count == 9)
    }
}
