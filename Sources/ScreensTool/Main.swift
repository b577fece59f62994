import ArgumentParser
import ProgramKit

/// The program's way in and out.
@main
enum Main {
    static func main() {
        StandardDescriptors.fill()
        Interruption.block()
        Task.detached { await run() }
        Interruption.takeForEver()
    }

    private static func run() async -> Never {
        do {
            var command = try ScreensCommand.parseAsRoot()
            if var command = command as? any AsyncParsableCommand {
                try await command.run()
            } else {
                try command.run()
            }
        } catch let failure as Failure {
            exit(failure)
        } catch {
            let message = ScreensCommand.message(for: error)
            guard ScreensCommand.exitCode(for: error) != .success else { ScreensCommand.exit(withError: error) }
            exit(Failure(.usage, message))
        }
        Process.exit(.success)
    }

    private static func exit(_ failure: Failure) -> Never {
        if failure.status != .success { Notices.shared.say(failure.message) }
        Process.exit(failure.status)
    }
}
