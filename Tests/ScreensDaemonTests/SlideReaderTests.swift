import Glibc
import ScreensLinux
import ScreensPictures
import Synchronization
import Testing

@testable import Screens
@testable import ScreensContents
@testable import ScreensDaemon

struct SlideReaderTests {
    private let folder = TemporaryFolder()

    init() { MainLoop.thread }

    /// Writes a picture of one pixel, which its colour identifies.
    private func put(_ color: UInt32, as name: String) throws {
        folder.write(try PNGEncoder.encode(size: Size(width: 1, height: 1), pixels: [color]), to: name)
    }

    @MainLoop private func reader() -> SlideReader {
        let reader = SlideReader(folder: folder.path, mode: .fit, background: .black, PathThreads())
        reader.use(Size(width: 64, height: 64))
        return reader
    }

    /// The picture after a request for the next one.
    @MainLoop private func next(
        _ reader: SlideReader
    ) async -> (color: UInt32?, problems: Int, isNew: Bool, isCurrent: Bool) {
        let reading = await withCheckedContinuation { continuation in
            reader.advance { continuation.resume(returning: $0) }
        }
        let image = reader.slide?.picture.image(for: Size(width: 1, height: 1))
        let color = image.map { $0.premultipliedPixels[0] & 0xFFFFFF }
        return (color, reading.problems.count, reading.isNew, reading.isCurrent)
    }

    @Test @MainLoop func picturesFollowEachOtherByNameAndStartOver() async throws {
        for (name, color) in [("c.png", 3), ("a.png", 1), ("b.png", 2)] as [(String, UInt32)] {
            try put(color, as: name)
        }
        let reader = reader()
        var seen: [UInt32?] = []
        for _ in 1...7 { seen.append(await next(reader).color) }
        #expect(seen == [1, 2, 3, 1, 2, 3, 1])
    }

    @Test @MainLoop func picturesMayComeAndGo() async throws {
        try put(1, as: "a.png")
        try put(3, as: "c.png")
        let reader = reader()
        #expect(await next(reader).color == 1)
        try put(2, as: "b.png")
        #expect(await next(reader).color == 2)
        unlink(folder / "b.png")
        #expect(await next(reader).color == 3)
        #expect(await next(reader).color == 1)
    }

    @Test @MainLoop func unreadableFilesAreSkippedAndReported() async throws {
        try put(1, as: "a.png")
        folder.write(Array("not a picture".utf8), to: "b.png")
        mkfifo(folder / "c.png", 0o600)
        try put(4, as: "d.png")
        let reader = reader()
        #expect(await next(reader) == (1, 0, true, true))
        #expect(await next(reader) == (4, 2, true, true))
    }

    @Test @MainLoop func theOnlyPictureStays() async throws {
        try put(1, as: "a.png")
        let reader = reader()
        #expect(await next(reader) == (1, 0, true, true))
        #expect(await next(reader) == (1, 0, false, true))
        folder.write([], to: "b.png")
        #expect(await next(reader) == (1, 1, false, true))
    }

    @Test @MainLoop func anEmptyFolderIsReportedAndTheLastPictureStays() async throws {
        let reader = reader()
        #expect(await next(reader) == (nil, 1, false, false))
        try put(1, as: "a.png")
        #expect(await next(reader) == (1, 0, true, true))
        unlink(folder / "a.png")
        #expect(await next(reader) == (1, 1, false, false))
    }

    @Test @MainLoop func aPictureThatBreaksStaysAndIsNotCurrent() async throws {
        try put(1, as: "a.png")
        let reader = reader()
        #expect(await next(reader) == (1, 0, true, true))
        folder.write(Array("not a picture".utf8), to: "a.png")
        #expect(await next(reader) == (1, 1, false, false))
    }

    @Test @MainLoop func aCheckReadsNoPicture() async throws {
        let reader = reader()
        func failure() async -> Failure? {
            await withCheckedContinuation { continuation in reader.check { continuation.resume(returning: $0) } }
        }
        #expect(await failure()?.message.contains("no pictures") == true)
        folder.write(Array("not a picture".utf8), to: "a.png")
        #expect(await failure() == nil)
        #expect(reader.slide == nil)
    }
}
