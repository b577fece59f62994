import Linux
import Synchronization

/// The content of displays that show nothing just now: until it is wanted again, or its time is over.
final class ContentStore: Sendable {
    private struct Kept {
        var key: DisplayKey
        let content: ScreenContent
        /// Of the session that had it last: before that has come its thread may still draw.
        let end: Completion
        /// Nil while the display is there.
        var deadline: Int64?
    }

    private let delegate: DelegateReference?
    private let kept = Mutex<[Kept]>([])
    /// Content that ends when a call has returned, by its number.
    private let ending = Mutex<[UInt64: Task<Void, Never>]>([:])
    private let count = Atomic<UInt64>(0)

    init(delegate: DelegateReference?) {
        self.delegate = delegate
    }

    func makeContent(for screen: Screen, size: Size) -> ScreenContent {
        let number = count.add(1, ordering: .relaxed).newValue
        return ScreenContent(id: ContentID(number: number), screen: screen, size: size)
    }

    /// Keeps what a session showed, until its display leaves.
    func keep(_ session: ScreenSession, for key: DisplayKey) {
        kept.withLock { $0.append(Kept(key: key, content: session.content, end: session.end, deadline: nil)) }
    }

    /// The display has left: keeps its content until `deadline` only.
    func release(_ key: DisplayKey, at deadline: Int64) {
        kept.withLock { kept in
            for index in kept.indices where kept[index].key == key && kept[index].deadline == nil {
                kept[index].deadline = deadline
            }
        }
    }

    /// The display is back: keeps its content for as long as it stays.
    func hold(_ key: DisplayKey) {
        kept.withLock { kept in
            for index in kept.indices where kept[index].key == key { kept[index].deadline = nil }
        }
    }

    /// A display is known by another key from now on.
    func move(from anonymous: DisplayKey, to own: DisplayKey) {
        kept.withLock { kept in
            for index in kept.indices where kept[index].key == anonymous { kept[index].key = own }
        }
    }

    /// Whether a display's content is still being drawn, by a call that has not returned.
    func isBusy(_ key: DisplayKey) -> Bool {
        kept.withLock { $0.contains { $0.key == key && !$0.end.isDone } }
    }

    /// Takes a display's content, if there is one of that size. One of another size ends.
    func take(_ key: DisplayKey, size: Size) -> ScreenContent? {
        let taken = kept.withLock { kept -> Kept? in
            guard let index = kept.firstIndex(where: { $0.key == key && $0.end.isDone }) else { return nil }
            return kept.remove(at: index)
        }
        guard let taken else { return nil }
        if taken.content.canvas.size == size { return taken.content }
        end(taken)
        return nil
    }

    /// Ends the content whose time is over.
    func expire(at now: Int64) {
        for content in remove(where: { $0.deadline.map { $0 <= now } ?? false }) { end(content) }
    }

    /// Ends all of it; returns when the delegate has been told.
    func endAll() async {
        for kept in remove(where: { _ in true }) { await finish(kept.content.id, after: kept.end) }
        for task in ending.withLock({ Array($0.values) }) { await task.value }
    }

    private func end(_ kept: Kept) {
        end(kept.content, after: kept.end)
    }

    /// Ends content when nobody draws on it any more.
    func end(_ content: ScreenContent, after end: Completion) {
        let id = content.id
        let number = id.number
        ending.withLock { ending in
            ending[number] = Task {
                await finish(id, after: end)
                self.ending.withLock { $0[number] = nil }
            }
        }
    }

    private func remove(where isOver: (Kept) -> Bool) -> [Kept] {
        kept.withLock { kept in
            defer { kept.removeAll(where: isOver) }
            return kept.filter(isOver)
        }
    }

    private func finish(_ content: ContentID, after end: Completion) async {
        await end.wait()
        delegate?.delegate?.contentDidEnd(content)
    }
}
