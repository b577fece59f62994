import Linux
import Synchronization

/// Numbers contents, and reports their ends to the delegate.
final class ContentRegister: Sendable {
    private let delegate: DelegateReference?
    /// Contents that end when a call has returned, by their numbers.
    private let ending = Mutex<[UInt64: Task<Void, Never>]>([:])
    private let count = Atomic<UInt64>(0)

    init(delegate: DelegateReference?) {
        self.delegate = delegate
    }

    func makeContent(for screen: Screen, size: Size) -> ScreenContent {
        let number = count.add(1, ordering: .relaxed).newValue
        return ScreenContent(id: ContentID(number: number), screen: screen, size: size)
    }

    /// Ends content when nobody draws on it any more.
    func end(_ content: ScreenContent, after end: Completion) {
        let id = content.id
        let number = id.number
        ending.withLock { ending in
            ending[number] = Task {
                await end.wait()
                delegate?.delegate?.contentDidEnd(id)
                self.ending.withLock { $0[number] = nil }
            }
        }
    }

    /// Returns when the delegate has been told of every end so far.
    func waitForEnds() async {
        for task in ending.withLock({ Array($0.values) }) { await task.value }
    }
}
