import Glibc
import Screens

/// The ability of a terminal to show pictures, according to the environment. No system calls.
struct TerminalAbility: Sendable, Hashable {
    /// The colours of a terminal, from most to fewest.
    enum Colors: Sendable, Hashable {
        /// Colours of 24 bits.
        case all
        /// The palette of xterm, with 256 colours.
        case palette256
        /// The colours of ECMA-48 and their bright variants.
        case palette16
        /// No colours: characters stand for light and dark.
        case none
    }

    var colors: Colors
    /// Whether it has the half block, so that a cell shows two pixels.
    var hasHalfBlocks = true

    /// Terminals that have all colours, even if `COLORTERM` is not passed on, as over ssh.
    private static let modern: Set<Substring> = ["alacritty", "foot", "ghostty", "kitty", "wezterm"]
    /// Families of terminals that have colours.
    private static let colored: Set<Substring> = [
        "ansi", "cygwin", "Eterm", "gnome", "konsole", "linux", "putty", "rxvt", "screen", "st", "tmux", "vte", "xterm",
    ]

    init(_ colors: Colors, hasHalfBlocks: Bool = true) {
        self.colors = colors
        self.hasHalfBlocks = hasHalfBlocks
    }

    /// - Parameter environment: returns the value of a variable.
    /// - Returns: nil for a terminal that cannot move its cursor.
    init?(_ environment: (String) -> String?) {
        let term = environment("TERM") ?? ""
        guard !term.isEmpty, term != "dumb", term != "unknown" else { return nil }
        let parts = term.split(separator: "-")
        let isColored = (environment("NO_COLOR") ?? "").isEmpty
        if !isColored {
            colors = .none
        } else if ["truecolor", "24bit"].contains(environment("COLORTERM") ?? "") || term.hasSuffix("-direct")
            || parts.contains(where: Self.modern.contains)
        {
            colors = .all
        } else if term.contains("256color") {
            colors = .palette256
        } else {
            colors = parts.first.map(Self.colored.contains) ?? false ? .palette16 : .none
        }
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap(environment).first { !$0.isEmpty } ?? ""
        // A locale without a character set, such as C, says nothing about the terminal.
        let charset = locale.split(separator: ".").dropFirst().first?.lowercased()
        hasHalfBlocks = charset.map { $0.hasPrefix("utf-8") || $0.hasPrefix("utf8") } ?? true
    }

    /// The ability of the terminal of this process.
    static var own: TerminalAbility? { TerminalAbility { name in getenv(name).map { String(cString: $0) } } }
}

extension TerminalAbility.Colors {
    /// Returns the parameters of `SGR` for a colour.
    func parameters(_ color: Color, isGround: Bool) -> String {
        switch self {
        case .all: "\(isGround ? 48 : 38);2;\(color.red);\(color.green);\(color.blue)"
        case .palette256: "\(isGround ? 48 : 38);5;\(Self.index256(color))"
        case .palette16:
            { index in String((index < 8 ? 30 : 82) + index + (isGround ? 10 : 0)) }(Self.index16(color))
        case .none: ""
        }
    }

    /// Returns the index of the nearest of the 6x6x6 colours and the 24 greys.
    private static func index256(_ color: Color) -> Int {
        let levels = [0, 95, 135, 175, 215, 255]
        func nearest(_ value: UInt8) -> Int {
            levels.indices.min { abs(levels[$0] - Int(value)) < abs(levels[$1] - Int(value)) } ?? 0
        }
        let (red, green, blue) = (nearest(color.red), nearest(color.green), nearest(color.blue))
        let mean = (Int(color.red) + Int(color.green) + Int(color.blue)) / 3
        let grey = min(max((mean - 3) / 10, 0), 23)
        let level = 8 + 10 * grey
        let inCube = distance(color, levels[red], levels[green], levels[blue])
        return distance(color, level, level, level) < inCube ? 232 + grey : 16 + 36 * red + 6 * green + blue
    }

    /// Returns the index of the nearest of xterm's 16 colours.
    private static func index16(_ color: Color) -> Int {
        let palette = [
            (0, 0, 0), (205, 0, 0), (0, 205, 0), (205, 205, 0), (0, 0, 238), (205, 0, 205), (0, 205, 205),
            (229, 229, 229),
            (127, 127, 127), (255, 0, 0), (0, 255, 0), (255, 255, 0), (92, 92, 255), (255, 0, 255), (0, 255, 255),
            (255, 255, 255),
        ]
        let distances = palette.map { distance(color, $0.0, $0.1, $0.2) }
        return distances.indices.min { distances[$0] < distances[$1] } ?? 0
    }

    private static func distance(_ color: Color, _ red: Int, _ green: Int, _ blue: Int) -> Int {
        let (red, green, blue) = (Int(color.red) - red, Int(color.green) - green, Int(color.blue) - blue)
        return red * red + green * green + blue * blue
    }
}
