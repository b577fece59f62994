import Glibc
import ScreensConfiguration
import ScreensLinux
import ScreensProgramKit
import Synchronization

/// One run of the program of a content, on a lease of its own and on a thread of its own.
final class ContentProgramRun: Sendable {
    private let end = Completion()
    /// Why it was ended, of which the first reason counts.
    private let reason = Mutex<String?>(nil)

    /// Starts it.
    ///
    /// - Parameters:
    ///   - screen: whose lease it gets.
    ///   - report: called once, on another thread, when it has ended with all processes that it leaves behind.
    init(
        _ content: ContentProgram, on screen: String, at location: DaemonLocation,
        report: @escaping @Sendable (Result<ExitStatus, Failure>) -> Void
    ) {
        let patterns = content.way == .seat ? content.input.compactMap(InputPattern.init) : nil
        let program = LeasedProgram(arguments: content.command, seatInput: patterns)
        do {
            // The program ends with the thread that starts it.
            try NativeThread.start(name: "content") { [self] in
                do throws(Failure) {
                    report(.success(try run(program, on: screen, at: location)))
                } catch {
                    report(.failure(error))
                }
            }
        } catch {
            report(.failure(Failure(.system, "cannot run \(program.name): \(error)")))
        }
    }

    /// Ends it; from any thread.
    ///
    /// - Parameter reason: for people, as a sentence.
    func stop(_ reason: String) {
        self.reason.withLock { $0 = $0 ?? reason }
        end.signal()
    }

    private func run(
        _ program: LeasedProgram, on screen: String, at location: DaemonLocation
    ) throws(Failure) -> ExitStatus {
        let connection = try DaemonConnection.openForContents(location)
        let lent = try LentScreen(screen, by: connection, to: program.name) { [weak self] in
            self?.stop("the lease of the screen has ended")
        }
        defer { lent.giveBack() }
        return try program.runOnThisThread(with: lent.descriptor) { [self] in
            await end.wait()
            return reason.withLock(\.self) ?? ""
        }
    }
}
