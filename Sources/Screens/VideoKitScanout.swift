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

    /// Why the plane of a screen shows no frame without a copy now, although it would if the picture were shown as it
    /// is drawn; nil without such a reason, and if the plane does not have the format with the modifier, or not at that
    /// place.
    package func directObstacle(
        of screen: ScreenID, to format: VideoFormat, _ placement: VideoPlacement, modifier: UInt64
    ) -> DirectObstacle? {
        guard let session = shared.enabled.sessions.first(where: { $0.screen.id == screen }), placement.isPlain else {
            return nil
        }
        let (plan, pixels) = (session.pipe.plan, format.pixels)
        // The formats are not known then, and the picture has another size without the rotation.
        if !plan.allowsDirectScanout { return .rotation }
        guard placement.direct(format, in: Rectangle(plan.canvas)) != nil else { return nil }
        let formats = session.pipe.directSource?.formats ?? []
        guard formats.contains(where: { $0.pixels == pixels && $0.modifiers.contains(modifier) }) else { return nil }
        if session.isCovered.load(ordering: .relaxed) { return .layer }
        if session.colors.ofCopy != .asDrawn { return .colors }
        return session.links.mirrors.isEmpty ? nil : .mirror
    }
}
