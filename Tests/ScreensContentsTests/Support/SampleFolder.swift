import Glibc
import ScreensLinux
import ScreensPictures
import Synchronization
import Testing

@testable import Screens

/// A folder for pictures, which is removed with its files at the end of a test.
final class SampleFolder: Sendable {
    let folder = "/tmp/screens-contents-\(UInt64.random(in: 0 ... .max))"
    private let names = Mutex<Set<String>>([])

    init() throws {
        try #require(mkdir(folder, 0o700) == 0)
    }

    func path(of name: String) -> String { "\(folder)/\(name)" }

    /// Adds a picture of one pixel.
    func add(_ name: String, _ color: Color = .white) throws {
        _ = names.withLock { $0.insert(name) }
        let picture = Picture(size: Size(width: 1, height: 1), pixels: [color.rgb])
        try WholeFile.write(try picture.png(), to: path(of: name))
    }

    /// Adds a file with a text.
    func write(_ text: String, to name: String) throws {
        _ = names.withLock { $0.insert(name) }
        try WholeFile.write(Array(text.utf8), to: path(of: name))
    }

    /// Adds a link.
    func link(_ name: String, to target: String) throws {
        _ = names.withLock { $0.insert(name) }
        try #require(symlink(target, path(of: name)) == 0)
    }

    deinit {
        for name in names.withLock(\.self) { unlink(path(of: name)) }
        rmdir(folder)
    }
}
