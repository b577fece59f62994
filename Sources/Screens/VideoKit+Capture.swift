import Linux

extension VideoKit {
    /// Whether a mirror of this `VideoKit` reads the picture of a screen. Other programs that read the buffers from the kernel
    /// leave no trace, so false does not exclude them.
    public func isCaptured(_ screen: ScreenID) -> Bool {
        ((try? shared.displays.links(of: screen))?.mirrors.isEmpty ?? true) == false
    }

    /// The picture that a screen shows now, of any program.
    ///
    /// The buffers that the kernel scans out are read, with all planes of the screen. It takes some milliseconds on a
    /// thread of its own and disturbs no program; it may be called after ``stop()`` too. The kernel gives the buffers of other
    /// programs to root (`CAP_SYS_ADMIN`) and to the card's master only. For a screen that this `VideoKit` draws, its own
    /// buffer is read where the kernel gives none: on the screen's thread, once the running call of the delegate has returned. A
    /// cancelled task does not wait for that.
    ///
    /// - Throws: ``ScreenError`` with ``ScreenError/Code/noSuchScreen``; ``ScreenError/Code/dark`` where the screen shows
    ///   nothing; ``ScreenError/Code/permissionDenied`` where the kernel does not give out the buffers;
    ///   ``ScreenError/Code/unsupported`` where they are tiled, compressed, or in an unsupported format.
    public func capture(_ screen: ScreenID) async throws(ScreenError) -> ScreenCapture {
        guard let screen = shared.screens.connectors.first(where: { $0.id == screen }) else {
            throw ScreenError(.noSuchScreen, operation: "capture", object: "screen \(screen)")
        }
        let cards = cardSelection
        let result: Result<ScreenCapture, ScreenError> = await withCheckedContinuation { continuation in
            let read: @Sendable () -> Void = {
                continuation.resume(
                    returning: Result { () throws(ScreenError) in
                        try cards.openForReading(screen.card).capture(
                            connector: screen.connectorID, name: screen.qualifiedName)
                    })
            }
            do throws(SystemError) {
                try NativeThread.start(name: "capture", read)
            } catch {
                continuation.resume(returning: .failure(ScreenError(error)))
            }
        }
        do {
            return try result.get()
        } catch let error where [.permissionDenied, .unsupported].contains(error.code) {
            // A picture of our own is known here even where the kernel keeps it back.
            let session = shared.enabled.sessions.first { $0.screen.id == screen.id }
            guard let session, let picture = await session.captures.picture({ session.signal.post(.changes) }) else {
                throw error
            }
            return ScreenCapture(picture: picture, isSteady: true, omissions: [])
        }
    }
}
