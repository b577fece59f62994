import Synchronization

/// The memory that a program gives to its large objects in total: pictures, snapshots, frames of clients, unread
/// replies.
///
/// Code that is about to take much memory requests a grant first. A ``MemoryGrant`` gives its bytes back when it ends.
/// A request beyond the limit waits, or is refused. A grant is never revoked, so that a picture on a screen stays. All
/// functions may be called on any thread, but not in the frame path.
package final class MemoryBudget: Sendable {
    /// The uses of memory.
    package enum Use: String, Sendable, Hashable, CaseIterable {
        /// Files of pictures, and their decoding.
        case decoding
        /// Pictures that are shown, or ready to be shown.
        case pictures
        /// Snapshots that are made, or that clients have not read.
        case snapshots
        /// The memory of clients that draw.
        case frames
        /// Other replies that clients have not read. They have a part of their own, which no other use takes from them.
        case replies

        /// Returns the most bytes of the use in total, of a budget with this limit.
        fileprivate func most(of limit: Int) -> Int {
            switch self {
            case .decoding, .pictures, .snapshots: limit
            // A client chooses the size of its buffers, and keeps them as long as it likes: the other half stays for
            // the pictures of the other screens.
            case .frames: limit / 2
            case .replies: min(MemoryBudget.mostReplies, limit / 8)
            }
        }
    }

    /// The reason why a request is refused, in words for people.
    package struct Refusal: Error, Sendable, Hashable, CustomStringConvertible {
        /// Whether the request is larger than the budget has for its use, so that it never succeeds.
        package let isTooLarge: Bool
        /// The needed memory and the budget: the end of a sentence whose subject is the object that needs the memory.
        package let description: String
        package let remedy: String
    }

    /// The state of the budget.
    package struct Usage: Sendable, Hashable {
        /// The limit in bytes, as last read.
        package let limit: Int
        /// The granted bytes by use.
        package let bytes: [Use: Int]
        /// The number of refused requests.
        package let refusals: UInt64
        /// Whether a request was refused that would still not fit.
        package let isShort: Bool

        /// The granted bytes in total.
        package var sum: Int { bytes.values.reduce(0, +) }

        package init(limit: Int, bytes: [Use: Int] = [:], refusals: UInt64 = 0, isShort: Bool = false) {
            self.limit = limit
            self.bytes = bytes
            self.refusals = refusals
            self.isShort = isShort
        }
    }

    private struct State {
        /// The limit that is configured; nil if it follows the system.
        var configured: Int?
        /// The limit as last read.
        var limit = 0
        var bytes: [Use: Int] = [:]
        var refusals: UInt64 = 0
        /// The most bytes that the owner of a refused request needed, by use; absent once as many have been free.
        var lacking: [Use: Int] = [:]
        /// The tasks that wait until bytes are given back, by number.
        var waiters: [UInt64: CheckedContinuation<Void, Never>] = [:]
        var lastWaiter: UInt64 = 0

        var sum: Int { bytes.values.reduce(0, +) }

        /// Returns the bytes that are left for a use.
        func left(for use: Use) -> Int {
            let left = use.most(of: limit) - (bytes[use] ?? 0)
            return max(0, use == .replies ? left : min(left, limit - sum))
        }

        /// Ends the shortages whose refused requests would fit now.
        mutating func reviewShortages() {
            for (use, needed) in lacking where needed <= left(for: use) { lacking[use] = nil }
        }
    }

    /// A request that does not fit.
    private struct Shortage {
        /// The bytes that the owner of the request would have.
        let needed: Int
        /// The most bytes of the use.
        let most: Int
        /// The bytes of them that are left, and the limit of the budget.
        let left: Int
        let limit: Int

        var isTooLarge: Bool { needed > most }
    }

    /// The most bytes of replies, of all clients in total. They are granted even if all other memory is given away: a
    /// client that reads slowly is not to be disconnected for a picture.
    package static let mostReplies = 16 << 20
    /// The size from which the limit of the system is read again before the grant.
    private static let large = 1 << 20

    private let state = Mutex(State())
    /// The number of times that bytes were given back, on which threads sleep.
    private let returns = FutexWord()
    private let systemLimit: @Sendable () -> Int
    private let remedy: String

    /// - Parameters:
    ///   - remedy: what to do if the budget is too small, for people.
    ///   - systemLimit: reads the limit if none is configured.
    package init(
        remedy: String = "use a smaller picture",
        systemLimit: @escaping @Sendable () -> Int = MemoryLimit.ofProcess
    ) {
        self.remedy = remedy
        self.systemLimit = systemLimit
        state.withLock { $0.limit = systemLimit() }
    }

    /// The state now.
    package var usage: Usage {
        let (limit, bytes, refusals, isShort) = state.withLock { state in
            (state.limit, state.bytes, state.refusals, !state.lacking.isEmpty)
        }
        return Usage(limit: limit, bytes: bytes.filter { $0.value > 0 }, refusals: refusals, isShort: isShort)
    }

    /// Sets the limit in bytes; nil follows the system. Granted bytes stay granted.
    package func setLimit(_ limit: Int?) {
        let system = limit ?? systemLimit()
        state.withLock { state in
            if state.configured != limit { state.lacking = [:] }
            state.configured = limit
            state.limit = system
            state.reviewShortages()
        }
        wakeWaiters()
    }

    /// Grants bytes, or refuses them at once.
    package func grant(_ bytes: Int, for use: Use) throws(Refusal) -> MemoryGrant {
        try take(bytes, for: use, isLast: true)
        return MemoryGrant(bytes, use, of: self)
    }

    /// Grants bytes. Blocks its thread until enough were given back.
    ///
    /// - Parameter timeout: the longest wait.
    package func grant(_ bytes: Int, for use: Use, within timeout: Duration) throws(Refusal) -> MemoryGrant {
        try wait(for: bytes, use, within: timeout)
        return MemoryGrant(bytes, use, of: self)
    }

    /// Grants bytes. Suspends its task until enough were given back.
    ///
    /// - Parameter timeout: the longest wait.
    @MainLoop
    package func grantLater(_ bytes: Int, for use: Use, within timeout: Duration) async throws(Refusal) -> MemoryGrant {
        let deadline = MonotonicTime.now.advanced(by: timeout)
        while true {
            let isLast = MonotonicTime.now >= deadline
            let number = returns.pointer.pointee.load(ordering: .acquiring)
            do throws(Refusal) {
                try take(bytes, for: use, isLast: isLast)
                return MemoryGrant(bytes, use, of: self)
            } catch {
                if isLast || error.isTooLarge { throw error }
            }
            let timer = LoopTimer(after: MonotonicTime.now.duration(to: deadline)) { [weak self] in
                self?.wakeWaiters()
            }
            await withCheckedContinuation { continuation in
                let mustWait = state.withLock { state in
                    // Bytes may have been given back meanwhile.
                    guard returns.pointer.pointee.load(ordering: .acquiring) == number else { return false }
                    state.lastWaiter += 1
                    state.waiters[state.lastWaiter] = continuation
                    return true
                }
                if !mustWait { continuation.resume() }
            }
            _ = consume timer
        }
    }

    /// Takes bytes. Blocks its thread until enough were given back.
    ///
    /// - Parameter owned: the bytes that the owner of the request has already.
    fileprivate func wait(
        for bytes: Int, beside owned: Int = 0, _ use: Use, within timeout: Duration
    ) throws(Refusal) {
        let deadline = MonotonicTime.now.advanced(by: timeout)
        while true {
            let isLast = MonotonicTime.now >= deadline
            let number = returns.pointer.pointee.load(ordering: .acquiring)
            do throws(Refusal) {
                return try take(bytes, beside: owned, for: use, isLast: isLast)
            } catch {
                if isLast || error.isTooLarge { throw error }
            }
            returns.wait(while: number, until: deadline)
        }
    }

    /// Takes bytes, if as many are left.
    ///
    /// - Parameters:
    ///   - owned: the bytes that the owner of the request has already.
    ///   - isLast: whether a refusal is counted, because the request is not tried again.
    private func take(_ bytes: Int, beside owned: Int = 0, for use: Use, isLast: Bool) throws(Refusal) {
        // The limit is read without the lock, so that other requests do not wait for the files.
        let isLarge = bytes >= Self.large && state.withLock { $0.configured == nil }
        let system = isLarge ? systemLimit() : nil
        let shortage: Shortage? = state.withLock { state in
            if let system, state.configured == nil {
                state.limit = system
                state.reviewShortages()
            }
            let shortage = Shortage(
                needed: owned + bytes, most: use.most(of: state.limit), left: state.left(for: use), limit: state.limit)
            guard bytes > shortage.left else {
                state.bytes[use, default: 0] += bytes
                if let lacking = state.lacking[use], lacking <= shortage.needed { state.lacking[use] = nil }
                return nil
            }
            if isLast || shortage.isTooLarge {
                state.refusals += 1
                // A larger budget would not help clients that do not read.
                if use != .replies { state.lacking[use] = max(state.lacking[use] ?? 0, shortage.needed) }
            }
            return shortage
        }
        // The words are made without the lock, too.
        if let shortage { throw refusal(shortage) }
    }

    private func refusal(_ shortage: Shortage) -> Refusal {
        let (needed, limit) = (Self.text(shortage.needed, up: true), Self.text(shortage.limit, up: false))
        let part = shortage.most < shortage.limit ? ", with \(Self.text(shortage.most, up: false)) for this use" : ""
        let rest = shortage.isTooLarge ? "" : ", of which \(Self.text(shortage.left, up: false)) are left"
        return Refusal(
            isTooLarge: shortage.isTooLarge,
            description: "needs \(needed) of memory, and the memory budget is \(limit)\(part)\(rest)", remedy: remedy)
    }

    fileprivate func giveBack(_ bytes: Int, of use: Use) {
        guard bytes > 0 else { return }
        state.withLock { state in
            state.bytes[use, default: 0] -= bytes
            state.reviewShortages()
        }
        wakeWaiters()
    }

    /// Moves granted bytes to another use.
    fileprivate func move(_ bytes: Int, from use: Use, to other: Use) {
        state.withLock { state in
            state.bytes[use, default: 0] -= bytes
            state.bytes[other, default: 0] += bytes
        }
    }

    private func wakeWaiters() {
        let waiting = state.withLock { state in
            returns.pointer.pointee.wrappingAdd(1, ordering: .acquiringAndReleasing)
            defer { state.waiters = [:] }
            return state.waiters.sorted { $0.key < $1.key }.map(\.value)
        }
        returns.wakeAll()
        for waiter in waiting { waiter.resume() }
    }

    /// An amount of memory in MiB, for people.
    private static func text(_ bytes: Int, up: Bool) -> String {
        "\((bytes >> 20) + (up && bytes & ((1 << 20) - 1) != 0 ? 1 : 0)) MiB"
    }
}

/// Bytes of a ``MemoryBudget``, which are given back when this object ends.
package final class MemoryGrant: Sendable {
    private let budget: MemoryBudget
    private let state: Mutex<(bytes: Int, use: MemoryBudget.Use)>

    fileprivate init(_ bytes: Int, _ use: MemoryBudget.Use, of budget: MemoryBudget) {
        self.budget = budget
        state = Mutex((bytes, use))
    }

    deinit {
        let (bytes, use) = state.withLock(\.self)
        budget.giveBack(bytes, of: use)
    }

    /// The number of bytes.
    package var bytes: Int { state.withLock(\.bytes) }

    /// Gives the bytes above a number back, and uses the rest for something else.
    package func shrink(to bytes: Int, for use: MemoryBudget.Use? = nil) {
        let (rest, former, moved) = state.withLock { state in
            let (rest, former) = (max(0, state.bytes - bytes), state.use)
            state = (state.bytes - rest, use ?? former)
            return (rest, former, state.bytes)
        }
        if let use, use != former { budget.move(moved, from: former, to: use) }
        budget.giveBack(rest, of: former)
    }

    /// Grows to a number of bytes. Blocks its thread until enough were given back.
    ///
    /// - Parameter timeout: the longest wait; zero refuses at once.
    package func grow(to bytes: Int, within timeout: Duration = .zero) throws(MemoryBudget.Refusal) {
        let (own, use) = state.withLock(\.self)
        guard bytes > own else { return }
        try budget.wait(for: bytes - own, beside: own, use, within: timeout)
        state.withLock { $0.bytes += bytes - own }
    }
}

extension MemoryBudget: Hashable {
    package static func == (left: MemoryBudget, right: MemoryBudget) -> Bool { left === right }

    package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
