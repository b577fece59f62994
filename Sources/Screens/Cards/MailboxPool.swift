import Synchronization

/// The mailboxes of a card, found by the number that a flip's event carries.
///
/// They last as long as the card, so that the thread that reads events can look one up without a lock.
final class MailboxPool: Sendable {
    /// More than a card has CRTCs: a delegate that never returns keeps its mailbox.
    static let capacity = 64

    private let mailboxes: [FrameMailbox]
    private let free: Mutex<[Int]>

    init() {
        mailboxes = (0..<Self.capacity).map { _ in FrameMailbox() }
        free = Mutex(Array((0..<Self.capacity).reversed()))
    }

    subscript(slot: Int) -> FrameMailbox? {
        mailboxes.indices.contains(slot) ? mailboxes[slot] : nil
    }

    var freeCount: Int { free.withLock(\.count) }

    /// Takes a mailbox for as long as the lease lives, or nil where every one is in use.
    func lease() -> MailboxLease? {
        guard let slot = free.withLock({ $0.popLast() }) else { return nil }
        mailboxes[slot].beginGeneration()
        mailboxes[slot].clear()
        return MailboxLease(pool: self, slot: slot, mailbox: mailboxes[slot])
    }

    fileprivate func giveBack(_ slot: Int) {
        mailboxes[slot].beginGeneration()
        mailboxes[slot].clear()
        free.withLock { $0.append(slot) }
    }
}

/// A mailbox that is one pipe's; it goes back when the pipe goes away.
struct MailboxLease: ~Copyable, Sendable {
    let mailbox: FrameMailbox
    private let slot: Int
    private let pool: MailboxPool

    fileprivate init(pool: MailboxPool, slot: Int, mailbox: FrameMailbox) {
        self.pool = pool
        self.slot = slot
        self.mailbox = mailbox
    }

    deinit {
        pool.giveBack(slot)
    }

    /// What a flip carries so that its event finds the mailbox: the slot and the generation.
    var flipToken: UInt64 { UInt64(slot) << 32 | UInt64(mailbox.currentGeneration) }
}

extension MailboxPool {
    /// Hands a flip to the mailbox that its token names.
    func deliver(_ flip: FlipStamp, token: UInt64) {
        self[Int(truncatingIfNeeded: token >> 32)]?
            .post(flip, generation: UInt32(truncatingIfNeeded: token))
    }
}
