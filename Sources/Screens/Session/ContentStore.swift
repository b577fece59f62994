import Synchronization

/// The content of displays that show nothing just now: until it is wanted again, or its time is over.
final class ContentStore: Sendable {
    private struct Kept {
        let key: DisplayKey
        let content: ScreenContent
        /// Of the session that had it last: before that has come its thread may still draw.
        let end: ThreadEnd
        /// Nil while the display is there.
        var deadline: Int64?
    }

    private let delegate: DelegateReference?
    private let kept = Mutex<[Kept]>([])
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

    /// Whether a display's content is still being drawn, by a call that has not returned.
    func isBusy(_ key: DisplayKey) -> Bool {
        kept.withLock { $0.contains { $0.key == key && !$0.end.hasCome } }
    }

    /// Takes a display's content, if there is one of that size. One of another size ends.
    func take(_ key: DisplayKey, size: Size) -> ScreenContent? {
        let taken = kept.withLock { kept -> Kept? in
            guard let index = kept.firstIndex(where: { $0.key == key && $0.end.hasCome }) else { return nil }
            return kept.remove(at: index)
        }
        guard let taken else { return nil }
        if taken.content.canvas.size == size { return taken.content }
        Task { await finish(taken) }
        return nil
    }

    /// Ends the content whose time is over.
    func expire(at now: Int64) {
        for content in remove(where: { $0.deadline.map { $0 <= now } ?? false }) { Task { await finish(content) } }
    }

    /// Ends all of it; returns when the delegate has been told.
    func endAll() async {
        for content in remove(where: { _ in true }) { await finish(content) }
    }

    private func remove(where isOver: (Kept) -> Bool) -> [Kept] {
        kept.withLock { kept in
            defer { kept.removeAll(where: isOver) }
            return kept.filter(isOver)
        }
    }

    private func finish(_ ended: Kept) async {
        await ended.end.wait()
        delegate?.delegate?.contentDidEnd(ended.content.id)
    }
}
