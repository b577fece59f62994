import CScreensLinux
import Glibc

/// A program in a process of its own, which ends with the thread that has started it.
package struct ChildProgram: ~Copyable {
    /// Why a program does not run.
    package enum StartError: Error, Sendable, Hashable {
        /// The system cannot make a process.
        case system(SystemError)
        /// The file cannot be executed, with the errno of `execvpe`.
        case notExecuted(Int32)
    }

    /// How a program has ended.
    package enum End: Sendable, Hashable {
        case exited(Int32)
        case signalled(Int32)
    }

    /// The number of the process; another one may have it once ``wait()`` has returned.
    package let processID: Int32
    /// The opens of its files; nil without a filter.
    package let opens: OpenRequests?
    /// Why the kernel allows no filter; nil where there is one, or none was to be.
    package let filterProblem: SystemError?
    private let process: OwnedDescriptor

    /// Starts a program with this process's standard streams and environment, and no signal blocked.
    ///
    /// The corresponding C functions are `fork`, `execvpe` and `pidfd_open`, with `PR_SET_PDEATHSIG`.
    ///
    /// - Parameters:
    ///   - arguments: the program first, which is searched for in `PATH`.
    ///   - environment: changes of the variables of this process; nil removes one.
    ///   - descriptors: those that it inherits, under their numbers.
    ///   - isFiltered: whether its opens of files become requests to this process (``OpenRequests``). It and its children can gain no
    ///     rights then by the files that they execute.
    package init(
        _ arguments: [String], environment: [String: String?] = [:], inheriting descriptors: [Int32] = [],
        isFiltered: Bool = false
    ) throws(StartError) {
        let arguments = CStrings(arguments)
        let environment = CStrings(Self.environment(with: environment))
        var listener: Int32 = -1
        var filterError: Int32 = 0
        var hasBegun = false
        let number = descriptors.withUnsafeBufferPointer { descriptors in
            var program = clinux_program(
                arguments: arguments.pointers, environment: environment.pointers, descriptors: descriptors.baseAddress,
                descriptor_count: UInt32(descriptors.count), is_filtered: isFiltered)
            return clinux_start_program(&program, &listener, &filterError, &hasBegun)
        }
        let code = errno
        guard number > 0 else {
            throw hasBegun ? .notExecuted(code) : .system(SystemError(call: "fork", object: "a program", errno: code))
        }
        let descriptor = clinux_open_process(number)
        guard descriptor >= 0 else {
            let code = errno
            if listener >= 0 { close(listener) }
            kill(number, SIGKILL)
            _ = Self.wait(for: number)
            throw .system(SystemError(call: "pidfd_open", object: "a program", errno: code))
        }
        processID = number
        filterProblem =
            isFiltered && listener < 0 ? SystemError(call: "seccomp", object: "a filter", errno: filterError) : nil
        opens = listener >= 0 ? OpenRequests(adopting: listener) : nil
        process = OwnedDescriptor(adopting: descriptor)
    }

    /// Waits until it ends, and answers the opens of its files meanwhile. Those that its children make afterwards fail.
    ///
    /// - Parameter answer: called for each open, on the calling thread.
    /// - Returns: how it has ended. The corresponding C functions are `poll` and `waitpid`.
    package consuming func wait(_ answer: (OpenRequest) -> OpenRequest.Answer = { _ in .letOpen }) -> End {
        while true {
            let hasEnded = pollfd(fd: process.rawValue, events: Int16(POLLIN), revents: 0)
            // A negative descriptor is passed over.
            let asks = pollfd(fd: opens?.descriptor ?? -1, events: Int16(POLLIN), revents: 0)
            var polled = [hasEnded, asks]
            guard poll(&polled, 2, -1) >= 0 else { continue }
            if polled[1].revents & Int16(POLLIN) != 0 { opens?.answerNext(answer) }
            if polled[0].revents != 0 { return Self.wait(for: processID) }
        }
    }

    private static func wait(for process: Int32) -> End {
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
        // The macros of wait.h are not imported.
        let signal = status & 0x7F
        return signal == 0 ? .exited(status >> 8 & 0xFF) : .signalled(signal)
    }

    private static func environment(with changes: [String: String?]) -> [String] {
        var variables: [String] = []
        var place = environ
        while let variable = place.pointee {
            let text = String(cString: variable)
            let name = String(text.prefix { $0 != "=" })
            if changes[name] == nil { variables.append(text) }
            place += 1
        }
        return variables + changes.compactMap { name, value in value.map { "\(name)=\($0)" } }.sorted()
    }
}

/// Strings as C functions take a list of them.
private final class CStrings {
    let pointers: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
    private let count: Int

    init(_ strings: [String]) {
        count = strings.count
        pointers = .allocate(capacity: count + 1)
        for (place, string) in strings.enumerated() { pointers[place] = strdup(string) }
        pointers[count] = nil
    }

    deinit {
        for place in 0..<count { free(pointers[place]) }
        pointers.deallocate()
    }
}
