import Glibc
import Screens
import ScreensGraphics
import Testing

/// The code of the article "Shapes and text". `ScreensGraphics.docc` has each part exactly as here.
@Suite struct ArticleTests {
    // snippet: view
    final class Sign: VideoKitDelegate {
        func updateExternalView(_ view: inout ExternalView) {
            view.drawGraphics { context in
                let card = Path.roundedRectangle(x: 40, y: 40, width: 520, height: 120, radius: 16)
                context.fill(card, with: Color(rgb: 0x1D2939))
                context.stroke(card, with: .white, width: 3)
                let title = TextLayout("Zürich Hbf – 21 °C", font: Font("DejaVu Sans", size: 48))
                context.draw(title, at: (64, 70))
            }
            view.nextUpdate = .whenNeeded
        }
    }
    // end

    private func shapes(_ context: inout GraphicsContext) {
        // snippet: shapes
        var wave = Path()
        wave.move(to: (0, 200))
        wave.curve(to: (300, 200), control1: (100, 100), control2: (200, 300))
        context.stroke(
            wave, with: .color(.white.opacity(0.8)), style: StrokeStyle(width: 6, cap: .round, dashes: [0, 12]))

        let glow = Gradient.radial(
            center: (150, 100), radius: 80, stops: [Gradient.Stop(0, .white), Gradient.Stop(1, .white.opacity(0))])
        context.fill(.circle(center: (150, 100), radius: 80), with: .gradient(glow))
        // end
    }

    private func state(_ context: inout GraphicsContext) {
        // snippet: state
        context.saved { context in
            context.clip(to: .circle(center: (100, 100), radius: 90))
            context.translate(x: 100, y: 100)
            context.rotate(by: .degrees(30))
            context.fill(Rectangle(x: -50, y: -10, width: 100, height: 20), with: .white)
        }
        context.layer(opacity: 0.5) { context in
            context.fill(.circle(center: (60, 60), radius: 40), with: .white)
            context.fill(.circle(center: (90, 60), radius: 40), with: .black)
        }
        // end
    }

    private func text(_ context: inout GraphicsContext) {
        // snippet: text
        var notice = TextLayout(
            [TextRun("Delayed ", color: Color(rgb: 0xF04438)), "The train waits for passengers from תל אביב."],
            font: Font("DejaVu Sans", size: 32), width: 400)
        notice.alignment = .center
        notice.ellipsis = .end
        notice.height = 120
        let bottom = Double(context.bounds.height - notice.size.height)
        context.draw(notice, at: (20, bottom))
        // Lines of the rectangle's width, in the middle of its height.
        context.draw(notice, in: Rectangle(x: 440, y: 20, width: 140, height: 200), vertical: .center)
        // end
    }

    private func sprite() throws -> Image {
        // snippet: sprite
        try Image.drawn(size: Size(width: 64, height: 64)) { context in
            context.fill(.ellipse(x: 4, y: 12, width: 56, height: 40), with: Color(rgb: 0xFDB022))
        }
        // end
    }

    private func font(_ path: String) throws -> Font {
        // snippet: font
        let file = try FontFile(contentsOf: path)
        let font = Font(file, size: 40, weight: .bold)
        // end
        return font
    }

    @Test func thePartsDraw() throws {
        let image = try Image.drawn(size: Size(width: 600, height: 400)) { context in
            shapes(&context)
            state(&context)
            text(&context)
        }
        #expect(image.premultipliedPixels.contains { $0 != 0 })
        #expect(try !sprite().isOpaque)
        #expect(throws: FontError.self) { try font("/nowhere/font.ttf") }
    }

    /// A view is flipped with the damage of the drawing, and its pixels are on the screen.
    @Test func aViewShowsTheDrawing() async throws {
        let mode = try SimulatedMode(width: 640, height: 480, millihertz: 60_000)
        let card = try SimulatedCard(screens: [SimulatedScreen(modes: [mode])])
        var settings = VideoKit.Settings()
        settings.cards = .simulated(card)
        let sign = Sign()
        let kit = try VideoKit(delegate: sign, settings: settings)
        try await kit.start()
        let picture = try #require(try card.picture(of: "Virtual-1"))
        await kit.stop()
        #expect(picture[300, 45] == Color(rgb: 0x1D2939))
        #expect(picture[10, 10] == .black)
        #expect((64..<520).contains { picture[$0, 100] == .white })
    }

    /// The article and this file have the same code.
    @Test func theArticleHasThisCode() throws {
        let source = try text(of: #filePath)
        let root = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
        let article = try text(of: "/\(root)/Sources/ScreensGraphics/ScreensGraphics.docc/ShapesAndText.md")
        #expect(snippets(of: source).count == 6)
        for snippet in snippets(of: source) {
            #expect(article.contains("```swift\n\(snippet)\n```\n"), "\(snippet)")
        }
    }

    private func text(of path: String) throws -> String {
        let file = try #require(fopen(path, "re"))
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: 1 << 16)
        let count = fread(&bytes, 1, bytes.count, file)
        return String(decoding: bytes[..<count], as: UTF8.self)
    }

    /// Returns the lines between the marks, without their common indentation.
    private func snippets(of source: String) -> [String] {
        var (found, lines, isInside): ([String], [Substring], Bool) = ([], [], false)
        for line in source.split(separator: "\n", omittingEmptySubsequences: false) {
            let mark = line.drop { $0 == " " }
            if mark.hasPrefix("// snippet: ") {
                (lines, isInside) = ([], true)
            } else if mark == "// end" {
                let indentation = lines.filter { !$0.isEmpty }.map { $0.prefix { $0 == " " }.count }.min() ?? 0
                found.append(lines.map { String($0.dropFirst(indentation)) }.joined(separator: "\n"))
                isInside = false
            } else if isInside {
                lines.append(line)
            }
        }
        return found
    }
}
