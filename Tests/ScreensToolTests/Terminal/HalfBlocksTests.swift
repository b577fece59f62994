import Testing

@testable import ProgramKit
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
        let canvas = Canvas(content: ContentID(number: 1), screen: .lit("HDMI-A-1"), size: Size(width: 2, height: 4))
        canvas.fill(Rectangle(x: 0, y: 0, width: 2, height: 1), with: Color(rgb: 0x2A7FC4))
        canvas.fill(Rectangle(x: 0, y: 3, width: 1, height: 1), with: .white)
        let rows = HalfBlocks.rows(of: Picture(copying: canvas.pixels), cells: Size(width: 2, height: 2))
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
}
