extension VideoKit {
    /// The formats of frames that a screen's plane shows without a copy: in the size of the view, or smaller and inside
    /// it. The corresponding KMS property is `IN_FORMATS`.
    ///
    /// - Returns: an empty list if the screen is dark, if its picture is rotated or scaled, or if the copy changes its
    ///   colours.
    package func scanoutFormats(of screen: ScreenID) -> [ScanoutFormat] {
        guard let session = shared.enabled.sessions.first(where: { $0.screen.id == screen }),
            session.colors.ofCopy == .asDrawn
        else { return [] }
        return session.pipe.directSource?.formats ?? []
    }

    /// Whether the plane of a screen would show a frame without a copy now.
    package func directForecast(
        of screen: ScreenID, to format: VideoFormat, _ placement: VideoPlacement, modifier: UInt64
    ) -> DirectForecast {
        guard let session = shared.enabled.sessions.first(where: { $0.screen.id == screen }), placement.isPlain else {
            return .impossible
        }
        let (plan, pixels) = (session.pipe.plan, format.pixels)
        // The formats are not known then, and the picture has another size without the rotation.
        if !plan.allowsDirectScanout { return .hindered(.rotation) }
        guard placement.direct(format, in: Rectangle(plan.canvas)) != nil else { return .impossible }
        let formats = session.pipe.directSource?.formats ?? []
        guard formats.contains(where: { $0.pixels == pixels && $0.modifiers.contains(modifier) }) else {
            return .impossible
        }
        if session.isCovered.load(ordering: .relaxed) { return .hindered(.layer) }
        if session.colors.ofCopy != .asDrawn { return .hindered(.colors) }
        return session.links.mirrors.isEmpty ? .shown : .hindered(.mirror)
    }
}
