import Glibc
import Testing

@testable import ScreensTool

struct TerminalQuestionTests {
    /// Asks a question with `typed` as the whole input; nil leaves the input open and silent.
    private func answer(_ typed: String?, within limit: Duration = .seconds(60)) throws -> TerminalQuestion.Answer {
        var (input, output): ([Int32], [Int32]) = ([0, 0], [0, 0])
        try #require(pipe(&input) == 0 && pipe(&output) == 0)
        defer { for descriptor in [input[0], output[0], output[1]] { close(descriptor) } }
        if let typed {
            _ = write(input[1], typed, typed.utf8.count)
            close(input[1])
        }
        defer { if typed == nil { close(input[1]) } }
        return TerminalQuestion(input: input[0], output: output[1]).ask("Keep it? ", until: .now.advanced(by: limit))
    }

    @Test(arguments: [
        ("y\n", TerminalQuestion.Answer.yes), ("Y\n", .yes), ("yes\n", .yes), (" y \r\n", .yes), ("y", .yes),
        ("n\n", .no), ("\n", .no), ("", .no), ("yesterday\n", .no), ("no\ny\n", .no), ("\u{1B}[A\n", .no),
        (String(repeating: "y", count: 1000) + "\n", .no),
    ])
    func onlyYesIsYes(typed: String, expected: TerminalQuestion.Answer) throws {
        #expect(try answer(typed) == expected)
    }

    @Test func silenceEndsWithTheTime() throws {
        #expect(try answer(nil, within: .milliseconds(50)) == .silence)
    }

    @Test func inputBeforeTheQuestionIsNotAnAnswer() throws {
        // TIOCSPTLCK and TIOCGPTPEER of ioctl_tty(2): the C functions that use them are not imported.
        let (lock, peer): (UInt, UInt) = (0x4004_5431, 0x5441)
        let typist = open("/dev/ptmx", O_RDWR | O_NOCTTY)
        defer { close(typist) }
        var isLocked: Int32 = 0
        try #require(ioctl(typist, lock, &isLocked) == 0)
        let terminal = ioctl(typist, peer, O_RDWR | O_NOCTTY)
        defer { close(terminal) }
        try #require(write(typist, "y\n", 2) == 2)
        var state = pollfd(fd: terminal, events: Int16(POLLIN), revents: 0)
        try #require(poll(&state, 1, 60_000) == 1)
        let question = TerminalQuestion(input: terminal, output: terminal)
        #expect(question.ask("Keep it? ", until: .now.advanced(by: .milliseconds(50))) == .silence)
    }
}
