extension VideoKit {
    /// Lends a screen to another program, which drives it by itself from then on.
    ///
    /// The screen must be lit by this kit: the program finds it in the mode and with the properties of its settings,
    /// and with the kit's last picture. The lease has the connector, its CRTC, the primary and the cursor plane, and
    /// the overlays that no other CRTC can use. Meanwhile the delegate is not called for the screen. Its content is
    /// kept, and shown again when the lease ends. Other screens go on.
    ///
    /// Give the program a descriptor (``ScreenLease/makeDescriptor()``), and end the lease when the program has ended.
    /// It may be called on any thread. The corresponding C function is `drmModeCreateLease`.
    ///
    /// - Parameters:
    ///   - screen: a lit screen.
    ///   - lessee: the program, for ``Screen/lessee``.
    /// - Throws: ``ScreenError`` with ``ScreenError/Code/noSuchScreen``; ``ScreenError/Code/busy`` if it is leased
    ///   already; ``ScreenError/Code/dark`` if this kit shows nothing on it; ``ScreenError/Code/unsupported`` if the
    ///   driver has no leases, or the card itself is a lease.
    public func lease(_ screen: ScreenID, to lessee: Lessee) async throws(ScreenError) -> ScreenLease {
        guard let found = shared.screens.connectors.first(where: { $0.id == screen }) else {
            throw ScreenError(.noSuchScreen, operation: "lease", object: "screen \(screen)")
        }
        guard let session = runningSession else {
            throw ScreenError(
                .dark, operation: "lease", object: found.name,
                circumstances: "no program drives it: the kit is not running")
        }
        return try await session.lease(found, to: lessee)
    }
}
