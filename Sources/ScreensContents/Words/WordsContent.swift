import Screens
import ScreensConfiguration
import ScreensLinux

/// Words in the middle of a screen, in place of a missing picture.
package struct WordsContent: Content {
    private let text: String
    private let background: Color

    /// - Parameter text: one line, which is broken if it is too long.
    package init(_ text: String, on background: Color) {
        self.text = text.printable
        self.background = background
    }

    package func draw(_ frame: ContentFrame, on view: inout ExternalView) -> DrawOutcome {
        guard frame.isComplete else { return .still }
        let bounds = view.bounds
        view.clear(to: background)
        // The letters are a thirtieth of the screen high, legible from some metres, and smaller if the words are many.
        let unit = max(1, ExternalView.size(of: "X").height)
        func lines(_ scale: Int) -> String { Self.lines(of: text, scale, within: bounds.width * 9 / 10) }
        let scale = PlacedText.largestScale(upTo: bounds.height / 30 / unit) { scale in
            ExternalView.size(of: lines(scale), scale: scale).height <= bounds.height * 9 / 10
        }
        let lines = lines(scale)
        let size = ExternalView.size(of: lines, scale: scale)
        view.draw(
            lines, at: ((bounds.width - size.width) / 2, (bounds.height - size.height) / 2), scale: scale,
            color: Self.ink(on: background))
        return .still
    }

    /// The colour of words: white on dark colours, and black on light ones.
    static func ink(on background: Color) -> Color {
        let rgb = background.rgb
        let (red, green, blue) = (rgb >> 16 & 255, rgb >> 8 & 255, rgb & 255)
        return red * 3 + green * 6 + blue > 1280 ? .black : .white
    }

    /// The words in lines that fit a width. A word that is longer than a line is broken: a path has no spaces.
    static func lines(of text: String, _ scale: Int, within width: Int) -> String {
        func fits(_ line: String) -> Bool { ExternalView.size(of: line, scale: scale).width <= width }
        var lines: [String] = []
        var line = ""
        for word in text.split(separator: " ") {
            let longer = line.isEmpty ? String(word) : "\(line) \(word)"
            guard !fits(longer) else {
                line = longer
                continue
            }
            if !line.isEmpty { lines.append(line) }
            line = ""
            for character in word {
                if !line.isEmpty, !fits(line + String(character)) {
                    lines.append(line)
                    line = ""
                }
                line.append(character)
            }
        }
        return (lines + [line]).joined(separator: "\n")
    }
}
