extension VideoKit {
    /// The picture that a screen shows now, whoever shows it.
    ///
    /// The buffers that the kernel scans out are read, with all planes of the screen. It takes some milliseconds on a
    /// thread of its own and disturbs nobody; it may be called after ``stop()`` too. The kernel gives the buffers of other
    /// programs to root (`CAP_SYS_ADMIN`) and to the card's master only.
    ///
    /// - Throws: ``ScreenError`` with ``ScreenError/Code/noSuchScreen``; ``ScreenError/Code/dark`` where the screen shows
    ///   nothing; ``ScreenError/Code/permissionDenied`` where the kernel keeps the buffers back;
    ///   ``ScreenError/Code/unsupported`` where they are tiled, compressed, or in a format that is not read here.
    public func capture(_ screen: ScreenID) async throws(ScreenError) -> ScreenCapture {
        guard let screen = shared.roster.connectors.first(where: { $0.id == screen }) else {
            throw ScreenError(.noSuchScreen, operation: "capture", object: "screen \(screen)")
        }
        let cards = cardSelection
        let result: Result<ScreenCapture, ScreenError> = await withCheckedContinuation { continuation in
            let read: @Sendable () -> Void = {
                continuation.resume(
                    returning: Result { () throws(ScreenError) in
                        try cards.openForReading(screen.card).capture(
                            connector: screen.connector, name: screen.qualifiedName)
                    })
            }
            do throws(ScreenError) {
                try NativeThread.start(name: "capture", read)
            } catch {
                continuation.resume(returning: .failure(error))
            }
        }
        return try result.get()
    }
}
