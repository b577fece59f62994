import Glibc
import ScreensLinux
import TestSupport
import Testing

@testable import ProgramSamples
@testable import Screens
@testable import ScreensConfiguration
@testable import ScreensContents
@testable import ScreensDaemon

/// The calls of the program that draws words.
struct WordsProgramTests {
    init() { MainLoop.thread }

    private func order(_ size: Size) throws -> WordsOrder {
        let reading = MachineConfiguration.reading(Array("default.content = { text = 'x' }".utf8), as: "f")
        let kind = try #require(reading.configuration.defaults.content?.kind as? TextKind)
        return WordsOrder(
            "x", in: Rectangle(size), of: size, .center, wraps: true, letterSize: nil, color: .white, kind.fonts)
    }

    /// The program has 512 MiB (`MemoryMax=`), and four pictures of 8K need 531 MB.
    @Test(arguments: [(1920, 1080, 4), (7680, 4320, 2), (7680, 7680, 1)]) @MainLoop
    func thePicturesOfAllCallsFitIntoTheMemoryOfTheProgram(width: Int, height: Int, calls: Int) throws {
        let folder = TemporaryFolder()
        let door = UnixAddress.streamSocket(blocks: false)
        defer { close(door) }
        #expect(UnixAddress(folder.path + "/screens.Words").withRaw { bind(door, $0, $1) } == 0)
        #expect(listen(door, 16) == 0)
        let program = WordsProgram(beside: folder.path + "/screens.Manager", MemoryBudget())
        let order = try order(Size(width: width, height: height))
        let lives = (0..<5).map { _ in program.draw(order) { _ in } }
        var ends: [Int32] = []
        while case let end = accept(door, nil, nil), end >= 0 { ends.append(end) }
        defer { for end in ends { close(end) } }
        #expect(ends.count == calls)
        withExtendedLifetime(lives) {}
    }
}
