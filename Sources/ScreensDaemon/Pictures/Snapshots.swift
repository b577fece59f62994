import Screens
import ScreensJSON
import ScreensLinux
import ScreensManager
import ScreensPictures
import ScreensVarlink

/// Takes snapshots of screens, one at a time: each takes megabytes of memory and most of a second.
///
/// Calls for the same picture share its bytes, whatever users make them. A user has one reply that is being made or
/// read, so that a slow reader takes neither the memory nor the turn of other users.
@MainLoop
final class Snapshots {
    /// A picture that a call requests. Calls with the same value may get the same bytes.
    struct Request: Hashable {
        let screen: ScreenID
        let format: PictureFormat
        /// The width of the file's picture in pixels; nil for the picture's own.
        let width: Int?
        /// Whether the picture must be the daemon's own. Such a request never gets the file of one without it.
        let isOwn: Bool
    }

    /// The request requires the daemon's own picture, and another program shows one, or has shown one meanwhile.
    struct NotOwn: Error {}

    /// The reply would be longer than all unread replies together may be.
    struct TooLong: Error {
        let bytes: Int
        let most: Int
    }

    /// The one reply of a user.
    @MainLoop
    private final class Turn {
        let request: Request
        let taking: SnapshotTaking
        /// The calls that wait for the reply.
        var callCount = 0
        /// The reply; nil before it is made, and after the user's connections have sent it.
        weak var reply: SharedReply?
        /// The calls for other pictures, which wait for the end of the turn.
        var waiters: [CheckedContinuation<Void, Never>] = []

        init(_ request: Request, _ taking: SnapshotTaking) {
            self.request = request
            self.taking = taking
        }
    }

    /// How long a snapshot waits for memory. Unread replies are cut off within this time.
    private static let timeout = Duration.seconds(12)
    /// The bytes that a pixel takes at most while a snapshot is made: the picture, its copies, the file and its text.
    private static let bytesPerPixel = 16

    private let source: SnapshotSource
    private let budget: MemoryBudget
    /// The memory of unread replies.
    private let unread: MemoryBudget
    private let mostUnread: Int
    private var isTaking = false
    /// The snapshots that wait for earlier ones, in their order.
    private var waiters: [CheckedContinuation<Void, Never>] = []
    /// The last snapshot of each request whose bytes are in use.
    private var takings: [Request: SnapshotTaking] = [:]
    private var turns: [UInt32: Turn] = [:]

    /// - Parameter mostUnread: the most bytes of unread replies.
    init(_ source: SnapshotSource, _ budget: MemoryBudget, mostUnread: Int = 48 << 20) {
        self.source = source
        self.budget = budget
        self.mostUnread = mostUnread
        unread = MemoryBudget(remedy: "read the replies to earlier calls") { mostUnread }
    }

    /// The picture of a screen as a file in Base64, after the snapshots that were requested before.
    ///
    /// - Parameters:
    ///   - user: the user of the client.
    ///   - ownPicture: returns a number that stays the same while the screen shows a picture of the daemon; nil while
    ///     it shows another program's.
    /// - Throws: ``ScreenError``, ``Failure``, ``MemoryBudget/Refusal``, ``NotOwn``, ``TooLong``, or
    ///   `CancellationError` if the client has disconnected.
    func reply(
        _ request: Request, of user: UInt32, while ownPicture: @escaping @MainLoop () -> Int?
    ) async throws -> SharedReply {
        while true {
            try Task.checkCancellation()
            let own = ownPicture()
            if request.isOwn, own == nil { throw NotOwn() }
            let picture = number(of: request.screen, own)
            guard let turn = turns[user] else {
                let known = takings[request].flatMap { $0.serves(picture) ? $0 : nil }
                let turn = Turn(request, known ?? begin(request, while: ownPicture))
                turns[user] = turn
                return try await reply(in: turn, of: user)
            }
            if turn.request == request, turn.taking.serves(picture) { return try await reply(in: turn, of: user) }
            await withCheckedContinuation { turn.waiters.append($0) }
        }
    }

    private func reply(in turn: Turn, of user: UInt32) async throws -> SharedReply {
        turn.callCount += 1
        defer {
            turn.callCount -= 1
            endIfUnused(turn, of: user)
        }
        let message = try await turn.taking.result()
        if let reply = turn.reply { return reply }
        let reply = SharedReply(message.bytes) { [weak self] in
            MainLoop.enqueue {
                // The message, and with it the grants, lasts as long as the replies that have its bytes.
                withExtendedLifetime(message) { self?.endIfUnused(turn, of: user) }
            }
        }
        turn.reply = reply
        return reply
    }

    /// Ends the turn of a user, unless a call waits for its reply or a connection sends it.
    private func endIfUnused(_ turn: Turn, of user: UInt32) {
        guard turn.callCount == 0, turn.reply == nil, turns[user] === turn else { return }
        turns[user] = nil
        for waiter in turn.waiters { waiter.resume() }
    }

    // MARK: Taking

    /// Begins to take a snapshot, in a task that no client's end cancels: calls of other clients may wait for it too.
    private func begin(_ request: Request, while ownPicture: @escaping @MainLoop () -> Int?) -> SnapshotTaking {
        let taking = SnapshotTaking()
        takings = takings.filter { $0.value.isInUse }
        takings[request] = taking
        Task {
            do {
                taking.end(.success(try await take(request, taking, while: ownPicture)))
            } catch {
                taking.end(.failure(error))
            }
        }
        return taking
    }

    private func take(
        _ request: Request, _ taking: SnapshotTaking, while ownPicture: @MainLoop () -> Int?
    ) async throws -> SnapshotMessage {
        let (bytes, grant) = try await encoded(request, taking, while: ownPicture)
        guard bytes.count <= mostUnread else { throw TooLong(bytes: bytes.count, most: mostUnread) }
        // The next snapshot does not wait for the readers of earlier replies.
        let place = try await unread.grantLater(bytes.count, for: .snapshots, within: Self.timeout)
        return SnapshotMessage(bytes, [grant, place])
    }

    /// Makes the bytes of a reply, after the snapshots before.
    private func encoded(
        _ request: Request, _ taking: SnapshotTaking, while ownPicture: @MainLoop () -> Int?
    ) async throws -> (bytes: [UInt8], grant: MemoryGrant) {
        if isTaking { await withCheckedContinuation { waiters.append($0) } }
        isTaking = true
        defer {
            // Passes the turn on directly, so that a new call cannot overtake waiting calls.
            if waiters.isEmpty { isTaking = false } else { waiters.removeFirst().resume() }
        }
        // All of its clients may have disconnected.
        guard taking.isAwaited else { throw CancellationError() }
        let needed = source.pixels(request.screen) * Self.bytesPerPixel
        let grant = try await budget.grantLater(needed, for: .snapshots, within: Self.timeout)
        // From here on a later call may want a later picture.
        let own = ownPicture()
        if request.isOwn, own == nil { throw NotOwn() }
        taking.begin(number(of: request.screen, own))
        let picture = try await source.capture(request.screen)
        // A program may have had the screen meanwhile.
        if request.isOwn, ownPicture() != own { throw NotOwn() }
        let bytes = try await DetachedThread.value { () throws(Failure) in
            let file = try Failure.mapping { () throws(PictureError) in
                try picture.encoded(as: request.format, width: request.width)
            }
            let format = request.format
            return Reply([format.rawValue: .string(Base64.encode(file)), "type": .string(format.mediaType)]).encoded
        }
        grant.shrink(to: bytes.count)
        return (bytes, grant)
    }

    /// The number of the picture on a screen; nil if it is another program's, or unknown.
    private func number(of screen: ScreenID, _ own: Int?) -> SnapshotTaking.PictureVersion? {
        source.shown(screen).map { SnapshotTaking.PictureVersion(shown: $0, own: own) }
    }
}
