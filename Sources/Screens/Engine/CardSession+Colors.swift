import KMS

extension CardSession {
    /// Has the lit screens' colours be as they are wanted now, without a modeset where the driver can; else the screen is
    /// ended, and lit again next.
    ///
    /// - Returns: what was not as asked.
    func adjustColors() -> [Warning] {
        sessions.flatMap { connector, session -> [Warning] in
            guard let state = state.connectors.first(where: { $0.id == connector }) else { return [] }
            let wanted = options(state, session.pipe.mode).adjustment
            guard wanted != session.colors.adjustment else { return [] }
            guard session.adjust(wanted) else {
                darken(connector)
                return []
            }
            return unmet(session.screen, PipeOutcome(adjustsColors: session.pipe.outcome.adjustsColors), wanted)
        }
    }

    /// What is to be known of wishes that came to nothing.
    func unmet(_ screen: Screen, _ outcome: PipeOutcome, _ adjustment: ColorAdjustment) -> [Warning] {
        var messages = outcome.unmet
        if adjustment.changesTones, !outcome.adjustsColors {
            messages.append("no gamma or colour temperature: the CRTC has no GAMMA_LUT that can be set")
        }
        return messages.map { Warning(screen: screen, message: "\(screen.name): \($0)") }
    }

    /// Notes what a modeset has set of a connector's properties, until the card is looked at again.
    func note(_ properties: [String: String], of connector: ConnectorID) {
        guard !properties.isEmpty, let index = state.connectors.firstIndex(where: { $0.id == connector }) else {
            return
        }
        for place in state.connectors[index].properties.indices {
            guard let value = properties[state.connectors[index].properties[place].name] else { continue }
            state.connectors[index].properties[place].value = value
        }
    }
}
