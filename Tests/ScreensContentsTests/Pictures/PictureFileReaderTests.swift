import ScreensLinux
import ScreensPictures
import TestSupport
import Testing

@testable import Screens
@testable import ScreensContents

/// The readings of several contents that share a reader.
struct PictureFileReaderTests {
    init() { MainLoop.thread }

    /// A content without a picture, which only owns its requests.
    private final class Owner {}

    /// Reads files that do not exist, and records the paths in the order of the results.
    @MainLoop
    private final class Readings {
        let reader = PictureFileReader(PictureSettings())
        private(set) var paths: [String] = []

        func read(_ path: String, for owner: Owner) {
            let space = PictureSpace(.fit, in: Size(width: 8, height: 8))
            reader.read(
                for: owner, path, in: space, unless: { nil }, then: { [weak self] _ in self?.paths.append(path) },
                again: {})
        }
    }

    @Test @MainLoop func eachContentOfManyGetsItsPicture() async throws {
        let (readings, owners) = (Readings(), (0..<12).map { _ in Owner() })
        for (index, owner) in owners.enumerated() { readings.read("/missing/\(index)", for: owner) }
        try await eventually("all are read") { readings.paths.count == 12 }
        #expect(Set(readings.paths) == Set((0..<12).map { "/missing/\($0)" }))
        withExtendedLifetime(owners) {}
    }

    @Test @MainLoop func onlyTheNewestRequestOfAContentWaits() async throws {
        let (readings, owners) = (Readings(), (0..<5).map { _ in Owner() })
        for (index, owner) in owners.prefix(3).enumerated() { readings.read("/missing/\(index)", for: owner) }
        for number in 0..<4 { readings.read("/missing/3/\(number)", for: owners[3]) }
        readings.read("/missing/4", for: owners[4])
        try await eventually("all are read") { readings.paths.count >= 5 }
        let expected: Set = ["/missing/0", "/missing/1", "/missing/2", "/missing/3/3", "/missing/4"]
        #expect(Set(readings.paths) == expected && readings.paths.count == 5)
        withExtendedLifetime(owners) {}
    }

    @Test @MainLoop func nothingIsReadForAContentThatHasEnded() async throws {
        let (readings, owners) = (Readings(), (0..<4).map { _ in Owner() })
        for (index, owner) in owners.prefix(3).enumerated() { readings.read("/missing/\(index)", for: owner) }
        readings.read("/missing/ended", for: Owner())
        readings.read("/missing/3", for: owners[3])
        try await eventually("all are read") { readings.paths.count >= 4 }
        #expect(!readings.paths.contains("/missing/ended"))
        withExtendedLifetime(owners) {}
    }
}
