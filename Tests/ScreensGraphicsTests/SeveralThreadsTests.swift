import Screens
import ScreensLinux
import Testing

@testable import ScreensGraphics

/// Text on several screens at once: each screen has a thread, and Cairo shares its open font files between threads.
@Suite struct SeveralThreadsTests {
    /// Returns more files than the ten that Cairo keeps open. Bytes after the end of a font make it another file.
    private static func files() throws -> [FontFile] {
        let font = try WholeContent.ofRegularFile("/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf", limit: 1 << 24)
        return try (1...24).map { try FontFile(font + [UInt8](repeating: 0, count: $0)) }
    }

    @Test func moreFontFilesThanCairoKeepsOpenAreDrawnByAllThreads() throws {
        let threads = 4
        let files = try Self.files()
        let ends = (0..<threads).map { _ in Completion() }
        for thread in 0..<threads {
            let end = ends[thread]
            try NativeThread.start(name: "text-\(thread)") {
                defer { end.signal() }
                var board = Board(200, 60)
                for round in 0..<300 {
                    // The size differs each time, so that no glyph comes from a cache.
                    let size = 10 + Double((round * 7 + thread * 13) % 97) / 4
                    let font = Font(files[(round * 5 + thread * 7) % files.count], size: size)
                    let layout = TextLayout("Zürich \(round)", font: font)
                    board.draw { $0.draw(layout, at: (2, 2)) }
                }
            }
        }
        for end in ends { #expect(end.wait(until: .now.advanced(by: .seconds(240)))) }
    }
}
