import Screens
import ScreensGraphics
import Synchronization

/// A page of a thousand letters: 25 lines of 40, drawn again in each frame. Their place moves by a pixel from frame to
/// frame, so that no letter stays.
final class Page: VideoKitDelegate {
    private static let lineCount = 25
    private static let letters = "The quick brown fox jumps over lazy dogs"

    /// Whether the text changes in each frame.
    private let changes: Bool
    private let frames: Int
    private let drawn = Atomic<Int>(0)

    init(frames: Int, changes: Bool) {
        self.frames = frames
        self.changes = changes
    }

    func updateExternalView(_ view: inout ExternalView) {
        let number = drawn.add(1, ordering: .relaxed).oldValue
        let font = Font("DejaVu Sans", size: Double(view.bounds.height) / 40)
        let distance = view.bounds.height / (Self.lineCount + 1)
        view.drawGraphics { context in
            context.fill(context.bounds, with: Color(rgb: 0x102030))
            for line in 0..<Self.lineCount {
                // The same number of letters, in lines that are all new.
                let prefix = changes ? String(number * Self.lineCount + line) : ""
                let text = prefix + Self.letters.dropFirst(prefix.count)
                context.draw(TextLayout(text, font: font), at: (Double(40 + number % 2), Double(line * distance + 20)))
            }
        }
        if number + 1 >= frames { view.nextUpdate = .whenNeeded }
    }
}
