import Glibc
import ScreensConfiguration
import ScreensLinux

/// A question on the terminal with a time limit for the answer.
struct TerminalQuestion {
    enum Answer: Sendable, Hashable {
        case yes
        /// Any other answer, or the end of the input.
        case no
        /// The time is over.
        case silence
    }

    private let input: Int32
    private let output: Int32

    /// - Parameters:
    ///   - input: the descriptor from which the answer is read; the caller still owns it.
    ///   - output: the descriptor to which the question is written; the caller still owns it.
    init(input: Int32, output: Int32) {
        self.input = input
        self.output = output
    }

    /// The question on the terminal of this process; nil if there is no terminal, or the program runs in the
    /// background.
    static var own: TerminalQuestion? {
        guard isatty(STDIN_FILENO) == 1, isatty(STDERR_FILENO) == 1, tcgetpgrp(STDIN_FILENO) == getpgrp() else {
            return nil
        }
        return TerminalQuestion(input: STDIN_FILENO, output: STDERR_FILENO)
    }

    /// Asks the question, and waits for a line.
    func ask(_ question: String, until deadline: MonotonicTime) -> Answer {
        // Earlier input is not an answer.
        tcflush(input, TCIFLUSH)
        write(question.printable)
        var line: [UInt8] = []
        while let byte = readByte(until: deadline) {
            guard let byte, byte != UInt8(ascii: "\n") else {
                return Self.isYes(line) ? .yes : .no
            }
            // No valid answer is longer.
            if line.count < 16 { line.append(byte) }
        }
        write("\n")
        return .silence
    }

    private static func isYes(_ line: [UInt8]) -> Bool {
        let word = String(decoding: line, as: UTF8.self).lowercased()
        return ["y", "yes"].contains(word.filter { !$0.isWhitespace })
    }

    /// - Returns: nil if the time is over, an inner nil at the end of the input.
    private func readByte(until deadline: MonotonicTime) -> UInt8?? {
        while true {
            let left = MonotonicTime.now.duration(to: deadline)
            guard left > .zero else { return .none }
            var state = pollfd(fd: input, events: Int16(POLLIN), revents: 0)
            let count = poll(&state, 1, left.pollMilliseconds)
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
        // If the question cannot be written, a person gives no answer, and the time runs out.
        _ = bytes.withUnsafeBytes { Glibc.write(output, $0.baseAddress, $0.count) }
    }
}
