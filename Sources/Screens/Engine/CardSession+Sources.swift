extension CardSession {
    /// Finds out which screens mirror which and which have places in spans, on all cards. One that is not driven has no
    /// picture for others.
    func chooseSources() {
        let driven = selected
        spanMembers = SpanMembership.members(of: settings.spans, among: driven)
        mirrorSources = MirrorChain.sources(among: driven, requested: wantedMirrorSource)
    }

    /// Where the picture of a screen that is about to be lit comes from.
    ///
    /// - Parameter size: of what it draws.
    func source(for screen: Screen, size: Size) -> PictureSource {
        if let membership = spanMembers[screen.id] {
            return .span(SpanSeat(membership, screen: screen, size: size, stage: shared.stages[membership.span]))
        }
        return mirrorSources[screen.id] == nil ? .delegate : .mirror(MirrorFeed())
    }

    /// A display that comes to a place in a span is no mirror there, whatever it was elsewhere.
    private func wantedMirrorSource(_ screen: Screen) -> String? {
        guard spanMembers[screen.id] == nil else { return nil }
        return shared.displays[DisplayKey(screen)].settings.mirrorSource ?? settings.mirrorSource
    }

    /// What is said of a screen that was to mirror another one and does not. That all mirror one means the others.
    func mirrorWarning(_ screen: Screen) -> Warning? {
        guard mirrorSources[screen.id] == nil, let source = wantedMirrorSource(screen), !screen.isNamed(source) else {
            return nil
        }
        return Warning(
            screen: screen,
            message: "\(screen.name) shows a picture of its own: '\(source)' is not driven, or mirrors it in turn")
    }

    /// Has mirrors follow what they mirror, which may come and go on any card.
    func attachMirrors() {
        for session in sessions.values {
            session.mirror?.attach(to: mirrorSources[session.screen.id].flatMap { try? shared.links.links(of: $0) })
        }
    }

    /// Has screens in spans show their parts, now that it is known how large they are.
    ///
    /// - Returns: what was not as asked.
    func settleSpans() -> [Warning] {
        shared.stages.compactMap { stage in
            guard let problem = stage.settle(),
                let screen = sessions.values.first(where: { $0.seat?.stage === stage })?.screen
            else { return nil }
            return Warning(screen: screen, message: "\(screen.name): \(problem)")
        }
    }
}
