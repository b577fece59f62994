import ArgumentParser

/// The program's way in and out.
@main
enum Main {
    static func main() async {
        // Before anything that may start a thread: threads inherit what is blocked.
        Interruption.listen()
        do {
            var command = try ScreensCommand.parseAsRoot()
            if var command = command as? any AsyncParsableCommand {
                try await command.run()
            } else {
                try command.run()
            }
        } catch let failure as Failure {
            Self.exit(failure)
        } catch {
            let message = ScreensCommand.message(for: error)
            guard ScreensCommand.exitCode(for: error) != .success else { ScreensCommand.exit(withError: error) }
            Self.exit(Failure(.usage, message))
        }
        Process.exit(.success)
    }

    private static func exit(_ failure: Failure) -> Never {
        if failure.status != .success { Notices.shared.say(failure.message) }
        Process.exit(failure.status)
    }
}
