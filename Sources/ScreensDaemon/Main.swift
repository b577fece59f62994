import Glibc
import ScreensConfiguration
import ScreensLinux

/// The program's entry and exit.
@main
enum Main {
    static func main() {
        ProcessLimits.returnFreedMemory()
        StandardDescriptors.fill()
        SignalSource.block()
        ProcessLimits.raiseDescriptorLimit()
        do throws(Failure) {
            switch try DaemonCommand(Array(CommandLine.arguments.dropFirst())) {
            case .print(let text): print(text)
            case .run(let options): run(options)
            }
        } catch {
            error.endProgram()
        }
    }

    private static func environment(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

    /// Gives up the permission to execute programs. Call this before the second thread starts, because threads inherit
    /// the filter of system calls.
    private static func forbidPrograms() {
        do throws(SystemError) {
            try ProgramExecution.forbid()
        } catch {
            let bytes = Array("screensd: cannot give up the permission to execute programs: \(error)\n".utf8)
            _ = write(STDERR_FILENO, bytes, bytes.count)
        }
    }

    private static func run(_ options: LaunchOptions) {
        var options = options
        options.state = StateFolder(environment: environment)
        GlobalJobs.takeOver()
        Task { @MainLoop [options] in
            do throws(Failure) {
                let manager = ServiceManager(environment: environment)
                // A daemon that is started by hand keeps it: Swift's runtime runs swift-backtrace after a crash.
                if manager.isPresent { forbidPrograms() }
                try await Daemon(options, manager).run()
            } catch {
                error.endProgram()
            }
            MainLoop.stop()
        }
        MainLoop.run()
    }
}
