import Screens

/// A picture as rows of `▀`: the upper pixel is the foreground colour, the lower one the background colour.
///
/// A terminal without that character gets spaces on a background, and a terminal without colours gets characters for
/// light and dark.
enum HalfBlocks {
    /// Returns the largest size in characters that keeps the shape of the picture.
    ///
    /// A character cell is about twice as high as wide, so half a cell is about square.
    static func fit(_ picture: Size, into cells: Size) -> Size {
        guard picture.width > 0, picture.height > 0, cells.width > 0, cells.height > 0 else {
            return Size(width: 0, height: 0)
        }
        let width = min(cells.width, max(1, cells.height * 2 * picture.width / picture.height), picture.width)
        let height = (width * picture.height + picture.width) / (2 * picture.width)
        return Size(width: width, height: min(max(1, height), cells.height))
    }

    /// The characters for dark to light.
    private static let shades = Array(" .:-=+*#%@")

    /// Returns the rows without line ends. Each row ends with the terminal's own colours.
    static func rows(of picture: Picture, cells: Size, for ability: TerminalAbility) -> [String] {
        (0..<cells.height).map { row in
            var text = ""
            var ink = ""
            var ground = ""
            for column in 0..<cells.width {
                let upper = sample(picture, column, 2 * row, of: cells)
                let lower = sample(picture, column, 2 * row + 1, of: cells)
                let mean = Color(
                    red: mean(upper.red, lower.red), green: mean(upper.green, lower.green),
                    blue: mean(upper.blue, lower.blue))
                guard ability.colors != .none else {
                    text.append(shade(mean))
                    continue
                }
                if ability.hasHalfBlocks {
                    let above = ability.colors.parameters(upper, isGround: false)
                    if above != ink { text += "\u{1B}[\(above)m" }
                    ink = above
                }
                let below = ability.colors.parameters(ability.hasHalfBlocks ? lower : mean, isGround: true)
                if below != ground { text += "\u{1B}[\(below)m" }
                ground = below
                text += ability.hasHalfBlocks ? "▀" : " "
            }
            return ability.colors == .none ? text : text + "\u{1B}[0m"
        }
    }

    private static func mean(_ first: UInt8, _ second: UInt8) -> UInt8 { UInt8((Int(first) + Int(second) + 1) / 2) }

    private static func shade(_ color: Color) -> Character {
        let light = Int(color.red) * 3 + Int(color.green) * 6 + Int(color.blue)
        return shades[light * (shades.count - 1) / (10 * 255)]
    }

    /// Returns the mean of some pixels in the area of half a cell.
    private static func sample(_ picture: Picture, _ column: Int, _ half: Int, of cells: Size) -> Color {
        let points = 3
        var (red, green, blue) = (0, 0, 0)
        for y in 0..<points {
            for x in 0..<points {
                let color = picture[
                    (column * 2 * points + 2 * x + 1) * picture.size.width / (cells.width * 2 * points),
                    (half * 2 * points + 2 * y + 1) * picture.size.height / (cells.height * 4 * points)]
                red += Int(color.red)
                green += Int(color.green)
                blue += Int(color.blue)
            }
        }
        let count = points * points
        return Color(
            red: UInt8((red + count / 2) / count), green: UInt8((green + count / 2) / count),
            blue: UInt8((blue + count / 2) / count))
    }
}
