/// Samples of frames that a screen's plane shows as they are, with the layouts of their memory.
package struct ScanoutFormat: Sendable, Hashable {
    /// The layout of the samples.
    package let pixels: VideoPixelFormat
    /// `DRM_FORMAT_MOD_*`; 0 is memory in rows.
    package let modifiers: [UInt64]
}

extension VideoKit {
    /// The frames that a screen's plane shows as they are now: of the size of the view, or smaller and inside it. The corresponding
    /// property is `IN_FORMATS`.
    ///
    /// - Returns: none where the screen is dark, or its picture is turned, scaled, or has its colours changed by the copy.
    package func scanoutFormats(of screen: ScreenID) -> [ScanoutFormat] {
        guard let session = shared.enabled.sessions.first(where: { $0.screen.id == screen }),
            session.colors.ofCopy == .asDrawn, let source = session.pipe.frameSource
        else { return [] }
        return source.forms.map { ScanoutFormat(pixels: $0.pixels, modifiers: $0.modifiers) }
    }
}
