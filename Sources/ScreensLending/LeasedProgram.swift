import Glibc
import ScreensConfiguration
import ScreensLinux
import ScreensManager
import ScreensReports

/// A program that gets a screen, in every way in which programs receive one.
package struct LeasedProgram: Sendable, Hashable {
    /// The text that stands for the descriptor in an argument.
    static let placeholder = "{fd}"

    /// The file of the program, and its arguments.
    let arguments: [String]
    /// The input devices of its seat; nil if it gets no seat.
    let seatInput: [InputPattern]?
    /// Whether a filter of system calls answers its opens of cards, and refuses it the pictures of other screens.
    let isFiltered: Bool

    package init(arguments: [String], seatInput: [InputPattern]? = nil, isFiltered: Bool = true) {
        self.arguments = arguments
        self.seatInput = seatInput
        self.isFiltered = isFiltered
    }

    /// Its name for people: the file without its folder.
    package var name: String { file.shortName }

    private var file: ProgramFile { ProgramFile(arguments.first ?? "") }

    /// The arguments with the number of its descriptor in place of ``placeholder``.
    func arguments(with descriptor: Int32) -> [String] {
        arguments.map { $0.replacing(Self.placeholder, with: String(descriptor)) }
    }

    /// The changes to its environment. Without a display of a compositor, programs that support several ways draw by
    /// KMS.
    func environment(with descriptor: Int32) -> [String: String?] {
        [
            "SCREENS_LEASE_FD": String(descriptor), "SLINT_DRM_LEASE_FD": String(descriptor),
            "DISPLAY": nil, "WAYLAND_DISPLAY": nil,
        ]
    }

    /// Checks without a lease whether the program can be executed.
    ///
    /// - Throws: ``Failure``, as ``run(with:_:until:)`` does.
    package func check() throws(Failure) {
        if let fault = file.fault() { throw failure(.notExecuted(fault)) }
        if isFiltered { try Self.checkFilter() }
    }

    /// Checks whether a filter of system calls can be installed.
    static func checkFilter() throws(Failure) {
        if let problem = ChildProgram.filterProblem { throw failure(withoutFilter: problem) }
    }

    /// Runs it to its end, and ends all processes that it leaves behind.
    ///
    /// - Parameters:
    ///   - descriptor: the descriptor of the lease, which the caller keeps.
    ///   - signals: the signals to this process, which are passed on to the program.
    ///   - loss: returns when the lease has ended. The program is ended then, since it can no longer show anything.
    ///     Cancelled if the program ends before.
    /// - Returns: the exit status of the program.
    /// - Throws: ``Failure`` with 127 if there is no such program, with 126 if it cannot be executed, with 71 if it has
    ///   no filter of system calls.
    package func run(
        with descriptor: Int32, _ signals: LeaseSignals, until loss: @escaping @Sendable () async -> Void
    ) async throws(Failure) -> ExitStatus {
        let result: Result<ExitStatus, Failure> = await withCheckedContinuation { continuation in
            do {
                // The program ends with the thread that starts it.
                try NativeThread.start(name: "program") {
                    do throws(Failure) {
                        let status = try runOnThisThread(with: descriptor, signals) {
                            await loss()
                            return "the lease of the screen has ended"
                        }
                        continuation.resume(returning: .success(status.exitStatus))
                    } catch {
                        continuation.resume(returning: .failure(error))
                    }
                }
            } catch {
                continuation.resume(returning: .failure(Failure(.system, "cannot run \(name): \(error)")))
            }
        }
        return try result.get()
    }

    /// Runs it to its end on the calling thread, as ``run(with:_:until:)`` does. This process has no other children.
    ///
    /// - Parameters:
    ///   - signals: the signals to this process, which are passed on to the program; nil if the caller handles them.
    ///   - onStart: called when it has begun.
    ///   - end: returns when the program is to be ended, with the reason as a sentence for people.
    func runOnThisThread(
        with descriptor: Int32, _ signals: LeaseSignals? = nil, onStart: () -> Void = {},
        until end: @escaping @Sendable () async -> String
    ) throws(Failure) -> ChildProgram.End {
        LeftProcesses.adopt()
        let seat = try seatInput.map { (patterns) throws(Failure) in
            try SeatServer(lease: descriptor, input: patterns)
        }
        let manager = LeaseManagerServer(lease: descriptor)
        // The servers live until the program has ended.
        defer { withExtendedLifetime((seat, manager)) {} }
        let environment = environment(with: descriptor)
            .merging(seat?.environment ?? [:]) { $1 }
            .merging(manager?.environment ?? [:]) { $1 }
        let child: ChildProgram
        do {
            child = try ChildProgram(
                arguments(with: descriptor), environment: environment,
                inheriting: [descriptor] + (seat.map { [$0.descriptor] } ?? []),
                isFiltered: isFiltered, card: descriptor)
        } catch {
            throw failure(error)
        }
        onStart()
        let process = child.process
        if signals?.forward(to: process) == false { process.send(SIGKILL) }
        let ending = Task { [name, seat] in
            let reason = await end()
            guard !Task.isCancelled else { return }
            seat?.end()
            Notices.shared.say("\(reason): \(name) is ended")
            process.send(SIGTERM)
            // A program that waits for a flip may not notice the request to end.
            guard (try? await Task.sleep(for: ProgramTimes.end)) != nil else { return }
            process.send(SIGKILL)
        }
        defer {
            ending.cancel()
            signals?.programEnded()
        }
        let opens = CardOpens(of: descriptor)
        var hasUnreadable = false
        return child.wait(endingLeft: ProgramTimes.end) { request in
            if request.path == nil, !hasUnreadable {
                hasUnreadable = true
                Notices.shared.say(
                    "the memory of process \(request.thread) cannot be read: \(name) finds the lease only as "
                        + "\(Self.placeholder), or by SCREENS_LEASE_FD")
            }
            return opens.answer(to: request)
        }
    }

    /// Returns the remedy if no filter of system calls can be installed.
    static func remedy(withoutFilter code: Int32) -> String {
        switch code {
        case EBUSY:
            "start it outside of the container, or of the other `screens lease`, that answers system calls itself"
        case ENOSYS: "Linux 5.9 or later is needed, and a container whose profile allows the system call seccomp"
        default: "the profile of its container has to allow the system call seccomp"
        }
    }

    private static func failure(withoutFilter problem: SystemError) -> Failure {
        Failure(
            .system,
            "\(problem): a program without it could read the pictures of other screens, so it is not run; "
                + remedy(withoutFilter: problem.errno))
    }

    private func failure(_ error: ChildProgram.StartError) -> Failure {
        switch error {
        case .notFiltered(let problem): Self.failure(withoutFilter: problem)
        case .system(let error):
            Failure(
                .system,
                "cannot run \(name): \(error)" + (error.errno == ENOSYS ? " (Linux 5.3 or later is needed)" : ""))
        case .notExecuted(let code):
            // Shells use the same exit statuses.
            Failure(
                ExitStatus(rawValue: code == ENOENT ? 127 : 126),
                "cannot run \(file.name): \(SystemError.text(of: code))")
        }
    }
}

extension ChildProgram.End {
    /// The exit status as shells report it: 128 and the number of the signal that has ended the program.
    fileprivate var exitStatus: ExitStatus {
        switch self {
        case .exited(let status): ExitStatus(rawValue: status)
        case .signalled(let signal): ExitStatus(rawValue: 128 + signal)
        }
    }
}
