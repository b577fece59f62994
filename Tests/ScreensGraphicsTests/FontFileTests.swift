import EDIDMutations
import Glibc
import Screens
import Testing

@testable import ScreensGraphics

/// Fonts from files, whole and damaged.
@Suite struct FontFileTests {
    private static let folder = "/usr/share/fonts/truetype/dejavu"
    private static let mono = "\(folder)/DejaVuSansMono.ttf"
    private static let serif = "\(folder)/DejaVuSerif.ttf"

    private static func bytes(_ path: String) throws -> [UInt8] {
        let file = try #require(fopen(path, "re"), "fonts-dejavu-core is installed")
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: 4 << 20)
        let count = fread(&bytes, 1, bytes.count, file)
        return Array(bytes[..<count])
    }

    @Test func aFontIsUsedFromItsFile() throws {
        let file = try FontFile(contentsOf: Self.mono)
        #expect(file.families == ["DejaVu Sans Mono"])
        // All letters of this font are equally wide.
        let (narrow, wide) = (
            TextLayout("iiii", font: Font(file, size: 40)), TextLayout("WWWW", font: Font(file, size: 40))
        )
        #expect(narrow.size == wide.size)
        #expect(TextLayout("iiii", font: Font("DejaVu Serif", size: 40)).size.width < narrow.size.width)
    }

    @Test func twoFilesStayApartAndTheSameFileIsOne() throws {
        let (mono, serif) = (try FontFile(contentsOf: Self.mono), try FontFile(contentsOf: Self.serif))
        #expect(mono != serif)
        #expect(try FontFile(contentsOf: Self.mono) == mono)
        #expect(try FontFile(try Self.bytes(Self.serif)) == serif)
        let widths = [mono, serif].map { TextLayout("illicit", font: Font($0, size: 40)).size.width }
        #expect(widths[0] > widths[1])
    }

    @Test func aCharacterThatTheFileLacksIsTakenFromAnInstalledFont() throws {
        let file = try FontFile(contentsOf: Self.mono)
        #expect(TextLayout("aש", font: Font(file, size: 24)).missingGlyphCount == 0)
    }

    /// This also holds if another thread shaped the text before the file was loaded.
    @Test func everyThreadKnowsAFontThatWasLoaded() async throws {
        let file = try FontFile(contentsOf: Self.mono)
        let expected = TextLayout("every thread", font: Font(file, size: 24)).size
        let sizes = await withTaskGroup(of: Size.self) { group in
            for _ in 0..<8 {
                group.addTask { TextLayout("every thread", font: Font(file, size: 24)).size }
            }
            return await group.reduce(into: [Size]()) { $0.append($1) }
        }
        #expect(Set(sizes) == [expected])
    }

    @Test(arguments: [
        ("/nowhere/font.ttf", FontError.Code.noFile), ("/tmp", .noFile), ("/dev/zero", .noFile),
        ("/etc/passwd", .notFont), ("/dev/null/font.ttf", .noFile),
    ])
    func aPathWithoutAFontIsAnError(path: String, code: FontError.Code) {
        let error = #expect(throws: FontError.self) { try FontFile(contentsOf: path) }
        #expect(error?.code == code)
        #expect(error?.file == path)
        #expect(error?.problem.contains(path) == true)
    }

    @Test(
        arguments: [[], [0, 1, 0, 0], Array("OTTO".utf8), Array("ttcf".utf8) + [0, 1, 0, 0, 0xFF, 0xFF, 0xFF, 0xFF]]
            as [[UInt8]])
    func bytesThatOnlyBeginLikeAFontAreAnError(bytes: [UInt8]) {
        let error = #expect(throws: FontError.self) { try FontFile(bytes, name: "it") }
        #expect(error?.code == .notFont)
        #expect(error?.description.hasPrefix("it is ") == true)
    }

    /// A file is a font or an error; it does not matter what the font draws.
    @Test(arguments: 0..<60 as Range<UInt64>)
    func aDamagedFontIsAFontOrAnError(seed: UInt64) throws {
        var random = Xorshift(seed: seed + 1)
        var bytes = try Self.bytes(Self.mono)
        if seed % 4 == 0 {
            bytes.removeLast(random.below(bytes.count))
        } else {
            // Most of the tables that lead to others are at the beginning.
            let reach = seed % 2 == 0 ? 400 : bytes.count
            for _ in 0..<(seed % 3 == 0 ? 200 : 5) {
                bytes[4 + random.below(reach - 4)] = UInt8(truncatingIfNeeded: random.next())
            }
        }
        let file: FontFile
        do {
            file = try FontFile(bytes, name: "it")
        } catch {
            #expect(error.code == .notFont)
            return
        }
        var board = Board(200, 60)
        let drawn = board.draw { context in
            context.draw(TextLayout("Damaged fi 123", font: Font(file, size: 24)), at: (5, 5))
            context.fill(Rectangle(x: 0, y: 0, width: 2, height: 2), with: .white)
        }
        #expect(board[1, 1] == 0xFFFFFF)
        #expect(drawn.allSatisfy { Rectangle(board.size).contains($0) })
    }

    /// A small system has no fonts, and a program may bring its own.
    @Test func withoutAnInstalledFontOnlyTheFontOfAFileIsDrawn() async {
        await #expect(processExitsWith: .success) {
            let path = "/tmp/screens-\(getpid())-fonts.conf"
            let file = try #require(fopen(path, "we"))
            fputs("<?xml version='1.0'?><!DOCTYPE fontconfig SYSTEM 'fonts.dtd'><fontconfig></fontconfig>", file)
            fclose(file)
            defer { unlink(path) }
            setenv("FONTCONFIG_FILE", path, 1)
            let layout = TextLayout("no font", font: Font(size: 20), width: 50)
            var board = Board(100, 50)
            let drawn = board.draw { $0.draw(layout, at: (5, 5)) }
            try #require(drawn.isEmpty && layout.size == Size(width: 0, height: 0) && layout.lines.isEmpty)
            try #require(layout.missingGlyphCount == 6 && layout.index(at: (1, 1)) == nil)
            let mono = try FontFile(contentsOf: Self.mono)
            board.draw { $0.draw(TextLayout("a font", font: Font(mono, size: 20)), at: (5, 5)) }
            try #require(!board.extent().isEmpty)
        }
    }
}
