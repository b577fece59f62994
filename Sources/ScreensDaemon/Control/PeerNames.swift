import ScreensLinux

/// The names of clients, for the log.
///
/// A lookup in a directory of users on the network may be slow or hang. It runs on a thread of its own, and nothing
/// waits longer than two seconds.
@MainLoop
final class PeerNames {
    private static let timeout = Duration.seconds(2)
    /// How long a name is kept. Users are seldom renamed, and a client may make a hundred changes a second.
    private static let validity = Duration.seconds(600)
    /// The most threads that may hang, each for another user. Meanwhile the log has the numbers of further users.
    private static let mostThreads = 4
    /// The most names that are kept: more than a machine has users.
    private static let mostNames = 256

    private struct Name {
        let text: String
        let end: MonotonicTime
    }

    private struct Question {
        var callers: [CheckedContinuation<String?, Never>] = []
        /// The timeout of the callers; nil if no caller waits.
        var timer: LoopTimer?
    }

    /// The known names, by user number.
    private var names: [UInt32: Name] = [:]
    /// The running lookups, by user number.
    private var questions: [UInt32: Question] = [:]

    /// The user and the process, as in `user pi, process 1234 (screens)`. A program without a known name is left out; a
    /// user without one gets the number.
    func text(of peer: PeerCredentials) async -> String {
        // The program's name is read at once: the process may end before the user's name is known.
        let program = peer.program
        let name = await name(ofUser: peer.user) ?? String(peer.user)
        guard peer.process > 0 else { return "user \(name)" }
        return "user \(name), process \(peer.process)" + (program.map { " (\(Self.inBrackets($0)))" } ?? "")
    }

    /// The name of a program without brackets, since a process chooses its name, and could end these.
    private static func inBrackets(_ program: String) -> String {
        String(String.UnicodeScalarView(program.unicodeScalars.map { $0 == "(" || $0 == ")" ? "|" : $0 }))
    }

    private func name(ofUser user: UInt32) async -> String? {
        if let name = names[user], .now < name.end { return name.text }
        guard ask(for: user) else { return nil }
        return await withCheckedContinuation { questions[user]?.callers.append($0) }
    }

    /// Starts a lookup, unless one runs.
    ///
    /// - Returns: whether an answer comes in time.
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
