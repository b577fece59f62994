import ScreensLinux

/// The names of clients, for the log.
///
/// A directory of users on the network may take long to name one, or hang: threads of their own ask it, and nothing waits longer than
/// two seconds.
@MainLoop
final class PeerNames {
    private static let timeout = Duration.seconds(2)
    /// How long a name counts. Users are seldom renamed, and a client may make a hundred changes a second.
    private static let validity = Duration.seconds(600)
    /// Threads that may hang, each for another user; meanwhile the log has the numbers of further users.
    private static let mostThreads = 4
    /// More users than a machine has as clients.
    private static let mostNames = 256

    private struct Name {
        let text: String
        let end: MonotonicTime
    }

    private struct Question {
        var callers: [CheckedContinuation<String?, Never>] = []
        /// Nil where no caller waits any more.
        var timer: LoopTimer?
    }

    /// By the number of the user.
    private var names: [UInt32: Name] = [:]
    /// Those that a thread asks, by the number of the user.
    private var questions: [UInt32: Question] = [:]

    /// The user and the process: `user pi, process 1234 (screens)`. Names are left out where they are not known.
    func text(of peer: PeerCredentials) async -> String {
        // At once: the process may end before the name of its user is known.
        let program = peer.program
        let name = await name(ofUser: peer.user) ?? String(peer.user)
        guard peer.process > 0 else { return "user \(name)" }
        return "user \(name), process \(peer.process)" + (program.map { " (\($0))" } ?? "")
    }

    private func name(ofUser user: UInt32) async -> String? {
        if let name = names[user], .now < name.end { return name.text }
        guard ask(for: user) else { return nil }
        return await withCheckedContinuation { questions[user]?.callers.append($0) }
    }

    /// - Returns: whether there will be an answer in time.
    private func ask(for user: UInt32) -> Bool {
        if let question = questions[user] { return question.timer != nil }
        guard questions.count < Self.mostThreads else { return false }
        let hasStarted = DetachedThread.start { [weak self] in
            let name = PeerCredentials.name(ofUser: user)
            MainLoop.enqueue { self?.finish(user, name) }
        }
        guard hasStarted else { return false }
        questions[user] = Question(timer: LoopTimer(after: Self.timeout) { [weak self] in self?.answer(user, nil) })
        return true
    }

    private func finish(_ user: UInt32, _ name: String?) {
        if names.count >= Self.mostNames { names.removeAll() }
        names[user] = name.map { Name(text: $0, end: .now.advanced(by: Self.validity)) }
        answer(user, name)
        questions[user] = nil
    }

    private func answer(_ user: UInt32, _ name: String?) {
        guard let callers = questions[user]?.callers else { return }
        questions[user] = Question()
        for caller in callers { caller.resume(returning: name) }
    }
}
