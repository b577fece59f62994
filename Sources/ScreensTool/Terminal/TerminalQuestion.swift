import Glibc
import ProgramKit

/// A question on the terminal that is to be answered in time.
struct TerminalQuestion {
    enum Answer: Sendable, Hashable {
        case yes
        /// Anything else that was typed, or the end of the input.
        case no
        /// The time was over.
        case silence
    }

    private let input: Int32
    private let output: Int32

    /// - Parameters:
    ///   - input: read a line from; stays the caller's.
    ///   - output: written to; stays the caller's.
    init(input: Int32, output: Int32) {
        self.input = input
        self.output = output
    }

    /// That of this process; nil where nobody sits at one, or the program runs in the background.
    static var own: TerminalQuestion? {
        guard isatty(STDIN_FILENO) == 1, isatty(STDERR_FILENO) == 1, tcgetpgrp(STDIN_FILENO) == getpgrp() else {
            return nil
        }
        return TerminalQuestion(input: STDIN_FILENO, output: STDERR_FILENO)
    }

    /// Asks, and waits for a line of an answer.
    func ask(_ question: String, until deadline: ContinuousClock.Instant) -> Answer {
        // What was typed before was no answer to it.
        tcflush(input, TCIFLUSH)
        write(question.printable)
        var line: [UInt8] = []
        while let byte = readByte(until: deadline) {
            guard let byte, byte != UInt8(ascii: "\n") else {
                return Self.isYes(line) ? .yes : .no
            }
            // Nobody types that much.
            if line.count < 16 { line.append(byte) }
        }
        write("\n")
        return .silence
    }

    private static func isYes(_ line: [UInt8]) -> Bool {
        let word = String(decoding: line, as: UTF8.self).lowercased()
        return ["y", "yes"].contains(word.filter { !$0.isWhitespace })
    }

    /// - Returns: nil where the time is over, nil within at the end of the input.
    private func readByte(until deadline: ContinuousClock.Instant) -> UInt8?? {
        while true {
            let left = deadline - .now
            guard left > .zero else { return .none }
            var state = pollfd(fd: input, events: Int16(POLLIN), revents: 0)
            let milliseconds = left.components.seconds * 1000 + left.components.attoseconds / 1_000_000_000_000_000
            let count = poll(&state, 1, Int32(clamping: milliseconds + 1))
            if count < 0, errno != EINTR { return .some(nil) }
            guard count > 0 else { continue }
            var byte: UInt8 = 0
            let result = read(input, &byte, 1)
            if result == 1 { return byte }
            if result < 0, errno == EINTR || errno == EAGAIN { continue }
            return .some(nil)
        }
    }

    private func write(_ text: String) {
        let bytes = Array(text.utf8)
        // Who cannot read the question does not say yes.
        _ = bytes.withUnsafeBytes { Glibc.write(output, $0.baseAddress, $0.count) }
    }
}
