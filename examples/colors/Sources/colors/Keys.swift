import Glibc

/// Reads single key presses from the terminal, without waiting for the end of a line.
struct Keys: ~Copyable {
    private var found = termios()
    private let isTerminal: Bool

    init() {
        isTerminal = tcgetattr(STDIN_FILENO, &found) == 0
        guard isTerminal else { return }
        var raw = found
        raw.c_lflag &= ~UInt32(ICANON | ECHO)
        tcsetattr(STDIN_FILENO, TCSANOW, &raw)
    }

    deinit {
        guard isTerminal else { return }
        var found = found
        tcsetattr(STDIN_FILENO, TCSANOW, &found)
    }

    /// Waits for a key. Nil means the end of the input.
    func next() -> UInt8? {
        var key: UInt8 = 0
        return read(STDIN_FILENO, &key, 1) == 1 ? key : nil
    }
}
