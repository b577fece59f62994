import Glibc

/// A program that a test runs to its end, and its standard output.
///
/// Foundation's `Process` is not used: it crashed in its own copy of memory if several tests started programs at once.
package struct ProgramOutput {
    package let bytes: [UInt8]
    /// The exit code; nil if a signal ended the program.
    package let status: Int32?

    /// A failed call, with its errno.
    package struct SpawnError: Error {
        package let call: String
        package let errno: Int32
    }

    /// Runs a program; standard error is thrown away.
    ///
    /// - Parameters:
    ///   - program: a path, or a name that is searched for in `PATH`.
    ///   - input: the file that is its standard input.
    ///   - limit: the most bytes that it may print; the program is killed beyond that.
    package init(_ program: String, _ arguments: [String], input: String = "/dev/null", limit: Int = .max) throws {
        var pipe: [Int32] = [-1, -1]
        guard Glibc.pipe(&pipe) == 0 else { throw SpawnError(call: "pipe", errno: errno) }
        for descriptor in pipe { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
        defer { close(pipe[0]) }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, input, O_RDONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, pipe[1], STDOUT_FILENO)
        posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
        let words = ([program] + arguments).map { strdup($0) }
        defer { for word in words { free(word) } }
        var process: pid_t = 0
        let result = posix_spawnp(&process, program, &actions, nil, words + [nil], environ)
        close(pipe[1])
        guard result == 0 else { throw SpawnError(call: "posix_spawnp", errno: result) }

        bytes = Self.output(pipe[0], limit: limit) { kill(process, SIGKILL) }
        var ended: Int32 = 0
        while waitpid(process, &ended, 0) < 0, errno == EINTR {}
        status = ended & 0x7F == 0 ? ended >> 8 & 0xFF : nil
    }

    private static func output(_ descriptor: Int32, limit: Int, onTooLong: () -> Void) -> [UInt8] {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65536)
        while true {
            let count = read(descriptor, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return bytes }
            bytes += buffer[..<count]
            guard bytes.count <= limit else {
                onTooLong()
                return bytes
            }
        }
    }
}
