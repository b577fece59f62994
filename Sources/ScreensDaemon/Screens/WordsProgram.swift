import ScreensContents
import ScreensLinux

/// The program that draws words, `screens-words`.
///
/// The daemon starts no program: the service manager does, when the daemon connects to the program's socket.
@MainLoop
final class WordsProgram: WordsDrawer {
    /// The most calls at once. Further calls wait.
    private static let mostCalls = 4
    /// The most pixels of their pictures, whose memory counts as the program's (`MemoryMax=`) until it is copied: 256
    /// MiB. A larger picture is drawn alone.
    private static let mostPixels = 1 << 26

    private let path: String
    private let budget: MemoryBudget
    private var waiting: [WordsCall] = []
    private var running: [WordsCall] = []

    /// - Parameter socket: the path of the daemon's socket for all calls, beside which the program has its own.
    nonisolated init(beside socket: String, _ budget: MemoryBudget) {
        path = ProgramCall.path(of: "screens.Words", beside: socket)
        self.budget = budget
    }

    func draw(_ order: WordsOrder, then take: @escaping @MainLoop (WordsOutcome) -> Void) -> any Sendable {
        let call = WordsCall(order, budget, then: take)
        waiting.append(call)
        begin()
        return CallLife { [weak self, weak call] in
            call?.end()
            self?.remove(call)
        }
    }

    private func begin() {
        while running.count < Self.mostCalls, let call = waiting.first {
            let pixels = running.reduce(call.pixelCount) { $0 + $1.pixelCount }
            guard running.isEmpty || pixels <= Self.mostPixels else { return }
            waiting.removeFirst()
            running.append(call)
            call.begin(at: path) { [weak self, weak call] in self?.remove(call) }
        }
    }

    private func remove(_ call: WordsCall?) {
        waiting.removeAll { $0 === call }
        running.removeAll { $0 === call }
        begin()
    }
}
