import Glibc
import ScreensLinux
import Testing

@testable import ScreensDaemon

/// The name of a client's program in texts for people.
@Suite struct CallerTests {
    private func caller() throws -> Caller {
        var ends: [Int32] = [-1, -1]
        try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
        defer { for end in ends { close(end) } }
        return Caller(connection: 1, peer: try PeerCredentials(ofSocket: ends[0]), rights: .all)
    }

    /// Texts have the name in quotes, as in "is drawn by 'player' (process 12)".
    @Test(
        arguments: [
            ("player", "player"), ("p' (process 1), and 'q", "p’ (process 1), and ’q"), ("''", "’’"),
            // A quote with a mark is one character, which is not equal to the quote.
            ("a'\u{301}b", "a’\u{301}b"), ("'\u{20DD}", "’\u{20DD}"),
        ])
    func aNameCannotEndItsQuotes(_ given: String, _ expected: String) throws {
        let name = try caller().programName(given)
        #expect(name.unicodeScalars.elementsEqual(expected.unicodeScalars), "\(name)")
        #expect(!name.unicodeScalars.contains("'"))
    }

    @Test func aNameIsShortAndPrintable() throws {
        #expect(try caller().programName(String(repeating: "n", count: 1000)).unicodeScalars.count == 64)
        #expect(!(try caller().programName("\u{1B}[2J")).unicodeScalars.contains { $0.value < 32 })
    }
}
