import Screens
import ScreensJSON
import ScreensLinux
import ScreensManager
import ScreensPictures
import ScreensVarlink

/// Takes snapshots of screens, one at a time: each takes megabytes of memory and most of a second.
///
/// Calls for the same picture share one reply. A user has one reply that is being made or read, so that a slow reader
/// does not take the memory from all other users.
@MainLoop
final class Snapshots {
    /// A picture that a call requests. Calls with the same value may get the same reply.
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

    /// The number of the picture on a screen that the daemon draws.
    private struct PictureNumber: Hashable {
        let shown: SnapshotSource.Shown
        /// The number of the daemon's own picture; nil if another program draws it.
        let own: Int?
    }

    /// A snapshot that is being taken, and the calls that wait for it.
    @MainLoop
    private final class Taking {
        /// Whether the picture is read from the card, or was.
        var hasBegun = false
        /// The number of the picture at that time; nil if it is not the daemon's.
        var picture: PictureNumber?
        private var waiters: [CheckedContinuation<Result<SharedReply, any Error>, Never>] = []

        var isAwaited: Bool { !waiters.isEmpty }

        func wait() async throws -> SharedReply {
            try await withCheckedContinuation { waiters.append($0) }.get()
        }

        func end(_ result: Result<SharedReply, any Error>) {
            let waiting = waiters
            waiters = []
            for waiter in waiting { waiter.resume(returning: result) }
        }
    }

    /// A reply that connections still send.
    private struct Sent {
        weak var reply: SharedReply?
        let picture: PictureNumber?
    }

    /// The most bytes of unread replies.
    private nonisolated static let mostUnread = 48 << 20
    /// How long a snapshot waits for memory. Unread replies are cut off within this time.
    private static let timeout = Duration.seconds(12)
    /// The bytes that a pixel takes at most while a snapshot is made: the picture, its copies, the file and its text.
    private static let bytesPerPixel = 16

    private let source: SnapshotSource
    private let budget: MemoryBudget
    private let unread: MemoryBudget
    private var isTaking = false
    /// The snapshots that wait for earlier ones, in their order.
    private var waiters: [CheckedContinuation<Void, Never>] = []
    private var takings: [Request: Taking] = [:]
    private var sent: [Request: Sent] = [:]
    /// The users whose reply is being made or read, and their calls that wait.
    private var turns: [UInt32: [CheckedContinuation<Void, Never>]] = [:]

    init(_ source: SnapshotSource, _ budget: MemoryBudget) {
        self.source = source
        self.budget = budget
        unread = MemoryBudget(remedy: "read the replies to earlier calls") { Self.mostUnread }
    }

    /// The picture of a screen as a file in Base64, after the snapshots that were requested before.
    ///
    /// - Parameters:
    ///   - user: the user of the client.
    ///   - ownPicture: returns a number that stays the same while the screen shows a picture of the daemon; nil while
    ///     it shows another program's.
    /// - Throws: ``ScreenError``, ``Failure``, ``MemoryBudget/Refusal``, ``NotOwn``, or `CancellationError` if the
    ///   client has disconnected.
    func reply(
        _ request: Request, of user: UInt32, while ownPicture: @MainLoop () -> Int?
    ) async throws -> SharedReply {
        while true {
            try Task.checkCancellation()
            let own = ownPicture()
            if request.isOwn, own == nil { throw NotOwn() }
            let picture = picture(on: request.screen, own)
            if let sent = sent[request], let reply = sent.reply, picture != nil, sent.picture == picture {
                return reply
            }
            if let taking = takings[request], !taking.hasBegun || picture != nil && taking.picture == picture {
                return try await taking.wait()
            }
            guard turns[user] != nil else { break }
            await withCheckedContinuation { turns[user]?.append($0) }
        }
        turns[user] = []
        let taking = Taking()
        takings[request] = taking
        let result: Result<SharedReply, any Error>
        do {
            result = .success(try await take(request, of: user, taking, while: ownPicture))
        } catch {
            endTurn(of: user)
            result = .failure(error)
        }
        if takings[request] === taking { takings[request] = nil }
        if case .success(let reply) = result {
            sent = sent.filter { $0.value.reply != nil }
            sent[request] = Sent(reply: reply, picture: taking.picture)
        }
        taking.end(result)
        return try result.get()
    }

    private func take(
        _ request: Request, of user: UInt32, _ taking: Taking, while ownPicture: @MainLoop () -> Int?
    ) async throws -> SharedReply {
        if isTaking { await withCheckedContinuation { waiters.append($0) } }
        isTaking = true
        defer {
            // Passes the turn on directly, so that a new call cannot overtake waiting calls.
            if waiters.isEmpty { isTaking = false } else { waiters.removeFirst().resume() }
        }
        if !taking.isAwaited { try Task.checkCancellation() }
        let bytes = source.pixels(request.screen) * Self.bytesPerPixel
        let grant = try await budget.grantLater(bytes, for: .snapshots, within: Self.timeout)
        // From here on a later call may want a later picture.
        let own = ownPicture()
        if request.isOwn, own == nil { throw NotOwn() }
        taking.picture = picture(on: request.screen, own)
        taking.hasBegun = true
        let picture = try await source.capture(request.screen)
        // A program may have had the screen meanwhile.
        if request.isOwn, ownPicture() != own { throw NotOwn() }
        let message = try await DetachedThread.value { () throws(Failure) in
            let file = try Failure.mapping { () throws(PictureError) in
                try picture.encoded(as: request.format, width: request.width)
            }
            let format = request.format
            return Reply([format.rawValue: .string(Base64.encode(file)), "type": .string(format.mediaType)]).encoded
        }
        grant.shrink(to: message.count)
        let place = try await unread.grantLater(message.count, for: .snapshots, within: Self.timeout)
        return SharedReply(message) { [weak self] in
            grant.shrink(to: 0)
            place.shrink(to: 0)
            MainLoop.enqueue { self?.endTurn(of: user) }
        }
    }

    /// The number of the picture on a screen; nil if it is another program's, or unknown.
    private func picture(on id: ScreenID, _ own: Int?) -> PictureNumber? {
        source.shown(id).map { PictureNumber(shown: $0, own: own) }
    }

    private func endTurn(of user: UInt32) {
        let waiting = turns.removeValue(forKey: user) ?? []
        for waiter in waiting { waiter.resume() }
    }
}
