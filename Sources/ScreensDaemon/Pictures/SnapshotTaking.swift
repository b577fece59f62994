import ScreensLinux

/// The bytes of a reply with a snapshot, and the grants for their memory, which is given back when this object ends.
final class SnapshotMessage: Sendable {
    let bytes: [UInt8]
    private let grants: [MemoryGrant]

    init(_ bytes: [UInt8], _ grants: [MemoryGrant]) {
        self.bytes = bytes
        self.grants = grants
    }
}

/// A snapshot that is taken, or has been taken, and the calls that wait for it.
///
/// A call may leave: the snapshot goes on for the others.
@MainLoop
final class SnapshotTaking {
    /// The version of the picture on a screen that the daemon draws.
    struct PictureVersion: Hashable {
        let shown: SnapshotSource.Shown
        /// The number of the daemon's own picture; nil if another program draws it.
        let own: Int?
    }

    private var hasBegun = false
    private var hasEnded = false
    /// The number of the picture that is read, or was; nil if it is not known.
    private var picture: PictureVersion?
    /// The result, as long as a connection has it.
    private weak var message: SnapshotMessage?
    /// The calls that wait, by number.
    private var calls: [UInt64: CheckedContinuation<SnapshotMessage, any Error>] = [:]
    private var lastCall: UInt64 = 0

    var isAwaited: Bool { !calls.isEmpty }

    /// Whether the snapshot is still taken, or its bytes are still read.
    var isInUse: Bool { !hasEnded || message != nil }

    /// Whether a call gets a picture that is recent enough.
    ///
    /// - Parameter current: the number of the picture that is on the screen now.
    func serves(_ current: PictureVersion?) -> Bool {
        isInUse && (!hasBegun || current != nil && current == picture)
    }

    /// Waits for the bytes, if the snapshot is in use.
    ///
    /// - Throws: the error of the snapshot, or `CancellationError` if the task is cancelled.
    func result() async throws -> SnapshotMessage {
        if let message { return message }
        lastCall += 1
        let number = lastCall
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { calls[number] = $0 }
        } onCancel: {
            MainLoop.enqueue { [weak self] in
                self?.calls.removeValue(forKey: number)?.resume(throwing: CancellationError())
            }
        }
    }

    /// Begins to read the picture. Later calls may want a later one.
    func begin(_ picture: PictureVersion?) {
        hasBegun = true
        self.picture = picture
    }

    func end(_ result: Result<SnapshotMessage, any Error>) {
        (hasBegun, hasEnded) = (true, true)
        message = try? result.get()
        let waiting = calls.values
        calls = [:]
        for call in waiting { call.resume(with: result) }
    }
}
