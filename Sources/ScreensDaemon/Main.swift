import ArgumentParser
import Glibc
import Linux
import ProgramKit
import Screens
import Synchronization

/// The program's way in and out.
@main
enum Main {
    static func main() {
        ReleasedMemory.giveBack()
        StandardDescriptors.fill()
        SignalSource.block()
        DescriptorLimit.raise()
        do {
            let command = try DaemonCommand.parse()
            let plan = try command.plan()
            let loop = try EventLoop()
            GlobalJobs.run(on: loop)
            let manager = ServiceManager { name in getenv(name).map { String(cString: $0) } }
            let daemon = try Daemon(plan, manager: manager, thread: DaemonThread(loop))
            let outcome = Mutex<Failure?>(nil)
            Task.detached {
                do throws(Failure) {
                    try await daemon.run()
                } catch {
                    outcome.withLock { $0 = error }
                }
                loop.stop()
            }
            loop.run()
            if let failure = outcome.withLock(\.self) { end(failure) }
        } catch let failure as Failure {
            end(failure)
        } catch let error as SystemError {
            end(Failure(.system, "cannot wait for events: \(error)"))
        } catch {
            DaemonCommand.exit(withError: error)
        }
    }

    private static func end(_ failure: Failure) -> Never {
        let bytes = Array("screensd: \(failure.message.printableLine)\n".utf8)
        _ = write(STDERR_FILENO, bytes, bytes.count)
        exit(failure.status.rawValue)
    }
}
