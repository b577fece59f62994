import Testing

@testable import ProgramSamples
@testable import Screens
@testable import ScreensTool

struct HalfBlocksTests {
    @Test(arguments: [
        (Size(width: 1920, height: 1080), Size(width: 64, height: 20), Size(width: 64, height: 18)),
        (Size(width: 1920, height: 1080), Size(width: 80, height: 10), Size(width: 35, height: 10)),
        (Size(width: 300, height: 1000), Size(width: 64, height: 20), Size(width: 12, height: 20)),
        (Size(width: 4, height: 4), Size(width: 64, height: 20), Size(width: 4, height: 2)),
        (Size(width: 1920, height: 1080), Size(width: 0, height: 20), Size(width: 0, height: 0)),
    ])
    func aPictureFitsAndKeepsItsShape(picture: Size, cells: Size, expected: Size) {
        #expect(HalfBlocks.fit(picture, into: cells) == expected)
    }

    @Test func aCellIsTwoPixelsAndAColourIsWrittenOnce() {
        let canvas = ScreenCanvas(
            content: ContentID(number: 1), screen: .lit("HDMI-A-1"), size: Size(width: 2, height: 4))
        canvas.fill(Rectangle(x: 0, y: 0, width: 2, height: 1), with: Color(rgb: 0x2A7FC4))
        canvas.fill(Rectangle(x: 0, y: 3, width: 1, height: 1), with: .white)
        let rows = HalfBlocks.rows(
            of: Picture(copying: canvas.pixels), cells: Size(width: 2, height: 2), for: TerminalAbility(.all))
        #expect(
            rows == [
                "\u{1B}[38;2;42;127;196m\u{1B}[48;2;0;0;0m▀▀\u{1B}[0m",
                "\u{1B}[38;2;0;0;0m\u{1B}[48;2;255;255;255m▀\u{1B}[48;2;0;0;0m▀\u{1B}[0m",
            ])
    }

    @Test func onlyRowsThatDifferAreSentAgain() {
        let first = TerminalPreview.update(from: [], to: ["a", "b"])
        #expect(first == "\u{1B}[?2026h\u{1B}[Ja\u{1B}[K\r\nb\u{1B}[K\r\n\u{1B}[?2026l")
        let second = TerminalPreview.update(from: ["a", "b"], to: ["a", "c"])
        #expect(second == "\u{1B}[?2026h\u{1B}[2A\r\r\nc\u{1B}[K\r\n\u{1B}[?2026l")
    }

    @Test(arguments: [
        (TerminalAbility(.palette256), "\u{1B}[38;5;196m\u{1B}[48;5;16m▀\u{1B}[0m"),
        (TerminalAbility(.palette16), "\u{1B}[91m\u{1B}[40m▀\u{1B}[0m"),
        (TerminalAbility(.all, hasHalfBlocks: false), "\u{1B}[48;2;128;0;0m \u{1B}[0m"),
        (TerminalAbility(.none), "."),
    ])
    func aTerminalGetsTheColoursThatItHas(_ ability: TerminalAbility, _ expected: String) {
        let canvas = ScreenCanvas(
            content: ContentID(number: 1), screen: .lit("HDMI-A-1"), size: Size(width: 1, height: 2))
        canvas.fill(Rectangle(x: 0, y: 0, width: 1, height: 1), with: Color(rgb: 0xFF0000))
        let rows = HalfBlocks.rows(of: Picture(copying: canvas.pixels), cells: Size(width: 1, height: 1), for: ability)
        #expect(rows == [expected])
    }

    @Test(arguments: [
        (["TERM": "xterm-256color", "COLORTERM": "truecolor", "LANG": "C.UTF-8"], TerminalAbility(.all)),
        (["TERM": "xterm-256color", "LANG": "de_DE.utf8"], TerminalAbility(.palette256)),
        (["TERM": "xterm-kitty"], TerminalAbility(.all)), (["TERM": "xterm-direct"], TerminalAbility(.all)),
        (["TERM": "linux"], TerminalAbility(.palette16)),
        (["TERM": "screen", "LANG": "C"], TerminalAbility(.palette16)),
        (["TERM": "xterm", "LC_ALL": "de_DE.ISO-8859-1"], TerminalAbility(.palette16, hasHalfBlocks: false)),
        (["TERM": "vt100"], TerminalAbility(.none)),
        (["TERM": "xterm-256color", "COLORTERM": "truecolor", "NO_COLOR": "1"], TerminalAbility(.none)),
        (["TERM": "dumb", "COLORTERM": "truecolor"], nil), (["TERM": ""], nil), ([:], nil),
    ])
    func theEnvironmentNamesTheAbilitiesOfATerminal(_ environment: [String: String], _ expected: TerminalAbility?) {
        #expect(TerminalAbility { environment[$0] } == expected)
    }

    @Test(arguments: [
        // At 16 to 9 the picture is as wide as the terminal, or as high except for the hint and the cursor.
        ([Size(width: 1920, height: 1080)], Size(width: 200, height: 60), 200, 57),
        ([Size(width: 1920, height: 1080)], Size(width: 400, height: 40), 135, 39),
        ([Size(width: 1920, height: 1080), Size(width: 1920, height: 1080)], Size(width: 161, height: 60), 161, 24),
    ])
    func thePreviewUsesTheWholeTerminal(_ sizes: [Size], _ terminal: Size, _ width: Int, _ height: Int) {
        let pictures = sizes.map { Picture(size: $0, pixels: [UInt32](repeating: 0, count: $0.width * $0.height)) }
        let rows = TerminalPreview.rows(
            of: pictures, on: terminal, for: TerminalAbility(.none), hint: "Ctrl-C ends it.")
        #expect(rows.first?.count == width)
        #expect(rows.count == height)
        #expect(rows.last == "Ctrl-C ends it.")
        #expect(rows.count < terminal.height)
    }
}
