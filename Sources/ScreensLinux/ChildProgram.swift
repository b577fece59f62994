import CScreensLinux
import Glibc

/// A program in a process of its own, which ends with the thread that started it.
package struct ChildProgram: ~Copyable {
    /// The reason why a program does not run.
    package enum StartError: Error, Sendable, Hashable {
        /// The system cannot make a process.
        case system(SystemError)
        /// The file cannot be executed, with the errno of `execvpe`.
        case notExecuted(Int32)
        /// The kernel allows no filter.
        case notFiltered(SystemError)
    }

    /// The end of a program.
    package enum End: Sendable, Hashable {
        case exited(Int32)
        case signalled(Int32)
    }

    /// The program's process, for signals.
    package let process: ProcessHandle
    /// The opens of the program's files; nil without a filter.
    package let opens: OpenRequests?
    /// Starts a program with this process's standard streams and environment, and no signal blocked. It and its
    /// children gain no rights by the files that they execute (`PR_SET_NO_NEW_PRIVS`).
    ///
    /// The corresponding C functions are `fork`, `execvpe` and `pidfd_open`, with `PR_SET_PDEATHSIG`.
    ///
    /// - Parameters:
    ///   - arguments: the arguments, the program first, which is searched for in `PATH`.
    ///   - environment: changes to the variables of this process; nil removes one.
    ///   - descriptors: the descriptors that the program inherits under the same numbers.
    ///   - isFiltered: whether its opens of files become requests to this process (``OpenRequests``), and it and its
    ///     children get no framebuffers of a card (`GETFB`, `GETFB2`). They cannot trace this process either, which
    ///     writes no core dump from then on (`PR_SET_DUMPABLE`).
    ///   - card: an open file of the program's card, by which the filter knows how the kernel reads requests; -1 for
    ///     none.
    package init(
        _ arguments: [String], environment: [String: String?] = [:], inheriting descriptors: [Int32] = [],
        isFiltered: Bool = false, card: Int32 = -1
    ) throws(StartError) {
        let arguments = CStrings(arguments.map { strdup($0) })
        let environment = CStrings(Self.environment(with: environment))
        var listener: Int32 = -1
        var filterError: Int32 = 0
        var hasBegun = false
        let number = descriptors.withUnsafeBufferPointer { descriptors in
            var program = clinux_program(
                arguments: arguments.pointers, environment: environment.pointers, descriptors: descriptors.baseAddress,
                descriptor_count: UInt32(descriptors.count), is_filtered: isFiltered, card: card)
            return clinux_start_program(&program, &listener, &filterError, &hasBegun)
        }
        let code = errno
        guard number > 0 else {
            if let problem = Self.filterProblem(filterError) { throw .notFiltered(problem) }
            throw hasBegun ? .notExecuted(code) : .system(SystemError(call: "fork", object: "a program", errno: code))
        }
        do throws(SystemError) {
            process = try ProcessHandle(number)
        } catch {
            if listener >= 0 { close(listener) }
            kill(number, SIGKILL)
            _ = Self.wait(for: number)
            throw .system(error)
        }
        opens = listener >= 0 ? OpenRequests(adopting: listener) : nil
    }

    /// Returns the reason why the kernel allows no filter; nil if it allows one.
    package static var filterProblem: SystemError? { filterProblem(clinux_check_filter()) }

    private static func filterProblem(_ code: Int32) -> SystemError? {
        code == 0 ? nil : SystemError(call: "seccomp", object: "a filter", errno: code)
    }

    /// Waits until the program ends, and answers the opens of its files meanwhile. Later opens of its children fail.
    ///
    /// - Parameter answer: called for each open, on the calling thread.
    /// - Returns: how the program has ended. The corresponding C functions are `poll` and `waitpid`.
    package consuming func wait(_ answer: (OpenRequest) -> OpenRequest.Answer = { _ in .letOpen }) -> End {
        waitForProgram(answer)
    }

    /// Waits until the program ends, then ends all processes that it has left behind, and answers their opens until
    /// then.
    ///
    /// - Parameters:
    ///   - grace: the time from SIGTERM to SIGKILL for them. ``LeftProcesses/adopt()`` must have been called before the
    ///     start.
    ///   - answer: called for each open, on the calling thread.
    /// - Returns: how the program has ended.
    package consuming func wait(
        endingLeft grace: Duration, _ answer: (OpenRequest) -> OpenRequest.Answer
    ) -> End {
        let reaper = LeftProcesses.Reaper.started(besides: process.processID)
        let end = waitForProgram(answer, reaper)
        LeftProcesses.end(within: grace) { interval in
            if poll(for: interval).hasRequest { opens?.answerNext(answer) }
        }
        return end
    }

    private borrowing func waitForProgram(
        _ answer: (OpenRequest) -> OpenRequest.Answer, _ reaper: LeftProcesses.Reaper? = nil
    ) -> End {
        while true {
            let found = poll(for: nil)
            if found.hasRequest { opens?.answerNext(answer) }
            if found.hasEnded {
                reaper?.waitForEnd()
                return Self.wait(for: process.processID)
            }
        }
    }

    /// - Parameter interval: the time to wait; nil for as long as nothing happens, including the end.
    private borrowing func poll(for interval: Duration?) -> (hasRequest: Bool, hasEnded: Bool) {
        // `poll` ignores a negative descriptor.
        var polled = [
            pollfd(fd: opens?.descriptor ?? -1, events: Int16(POLLIN), revents: 0),
            pollfd(fd: interval == nil ? process.descriptor : -1, events: Int16(POLLIN), revents: 0),
        ]
        let timeout = interval.map { Int32(clamping: $0.wholeNanoseconds / 1_000_000) } ?? -1
        guard Glibc.poll(&polled, 2, timeout) > 0 else { return (false, false) }
        return (polled[0].revents & Int16(POLLIN) != 0, polled[1].revents != 0)
    }

    private static func wait(for process: Int32) -> End {
        var status: Int32 = 0
        var found: Int32
        repeat { found = waitpid(process, &status, 0) } while found < 0 && errno == EINTR
        // A lost status is a failure.
        guard found == process else { return .exited(1) }
        // The macros of wait.h are not imported.
        let signal = status & 0x7F
        return signal == 0 ? .exited(status >> 8 & 0xFF) : .signalled(signal)
    }

    /// Returns the variables of this process, whatever their bytes, with some changes.
    private static func environment(with changes: [String: String?]) -> [UnsafeMutablePointer<CChar>?] {
        var variables: [UnsafeMutablePointer<CChar>?] = []
        var place = environ
        while let variable = place.pointee {
            let isChanged = changes.keys.contains { name in
                let count = name.utf8.count
                return strncmp(variable, name, count) == 0 && variable[count] == CChar(bitPattern: UInt8(ascii: "="))
            }
            if !isChanged { variables.append(strdup(variable)) }
            place += 1
        }
        let added = changes.compactMap { name, value in value.map { "\(name)=\($0)" } }.sorted()
        return variables + added.map { strdup($0) }
    }
}

/// Strings in the form of C's lists of strings.
private final class CStrings {
    let pointers: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
    private let count: Int

    /// Takes over strings made by `strdup`.
    init(_ strings: [UnsafeMutablePointer<CChar>?]) {
        count = strings.count
        pointers = .allocate(capacity: count + 1)
        pointers.initialize(from: strings, count: count)
        pointers[count] = nil
    }

    deinit {
        for place in 0..<count { free(pointers[place]) }
        pointers.deallocate()
    }
}
