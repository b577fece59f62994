import Screens

/// Steps near black on black and near white on white. They show a wrong range.
///
/// Each half has three blocks beyond the limited range (16 to 235), a grey tick, and three blocks within it. If a
/// display takes the full range for the limited one, the blocks up to the tick vanish in their background.
package enum LevelSteps {
    /// The levels from the background to the ramp. The first three are beyond the limited range.
    package static let nearBlack: [UInt8] = [5, 10, 15, 20, 25, 30]
    package static let nearWhite: [UInt8] = [250, 245, 240, 230, 225, 220]
    package static let tick = Color(rgb: 0x808080)

    /// The blocks of a half, from the left.
    package static func blocks(in half: Rectangle) -> [Rectangle] {
        let count = nearBlack.count
        let margin = half.height / 5
        return (0..<count).map { index in
            let start = half.x + half.width * (2 * index + 1) / (2 * count + 1)
            let end = half.x + half.width * (2 * index + 2) / (2 * count + 1)
            return Rectangle(x: start, y: half.y + margin, width: end - start, height: half.height - 2 * margin)
        }
    }

    /// The halves for black and for white.
    package static func halves(of area: Rectangle) -> [Rectangle] {
        let middle = area.width / 2
        return [
            Rectangle(x: area.x, y: area.y, width: middle, height: area.height),
            Rectangle(x: area.x + middle, y: area.y, width: area.width - middle, height: area.height),
        ]
    }

    package static func draw(in area: Rectangle, on target: inout some Drawable & ~Copyable) {
        let halves = halves(of: area)
        for (half, steps, ground) in [(halves[0], nearBlack, Color.black), (halves[1], nearWhite, Color.white)] {
            target.fill(half, with: ground)
            let blocks = blocks(in: half)
            for (block, level) in zip(blocks, steps) {
                target.fill(block, with: Color(red: level, green: level, blue: level))
            }
            let (last, next) = (blocks[steps.count / 2 - 1], blocks[steps.count / 2])
            let gap = next.x - last.x - last.width
            let width = max(1, gap / 8)
            target.fill(
                Rectangle(x: next.x - gap / 2 - width / 2, y: half.y, width: width, height: half.height), with: tick)
        }
    }
}
