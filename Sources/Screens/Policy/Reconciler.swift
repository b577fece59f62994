import ScreensKMS

/// Computes what a card must do so that its connectors show what is configured. Pure: slots in, a plan out.
///
/// Running screens keep their CRTCs. A change of the mode is a modeset on the CRTC that the screen has.
enum Reconciler {
    /// The state of a connector, and its settings.
    struct Slot {
        let connector: ConnectorID
        let possibleCRTCs: CRTCMask
        /// The CRTC that feeds the connector, set by any program.
        let crtc: CRTCIndex?
        /// Whether its screen is to show a picture: it is connected, driven and on.
        let isRequested: Bool
        /// Whether another program's picture on it has to end: it is driven, and off on purpose.
        var isToBeDark = false
        /// Whether its mode may be set now: neither a retry nor a call of the delegate is pending.
        let mayBeSet: Bool
        /// The rule that chooses the mode.
        let policy: ModePolicy
        /// The modes that the rule allows, the best first; empty while the display has reported none.
        let candidates: [ScreenMode]
        /// The candidates that the driver has refused. They alone cause no modeset of a running screen.
        var refused: [ScreenMode] = []
        /// Whether a display is connected, or may be.
        var isConnected = true
        let source: ScreenRoles.Source
        let options: PipeOptions
        /// Its picture, if this process drives it.
        let enabled: Enabled?
        /// The CRTC that another program has with the connector by a lease. Both are left alone.
        var leasedCRTC: CRTCIndex?
    }

    /// A connector that shows our picture.
    struct Enabled {
        let mode: ScreenMode
        let crtc: CRTCIndex
        let options: PipeOptions
        /// The colours as they were set last.
        let adjustment: ColorAdjustment
        let source: ScreenRoles.Source
        /// Whether its colours could not be changed without a modeset.
        var needsModeset = false
    }

    /// A modeset of one connector.
    struct Modeset: Hashable {
        let connector: ConnectorID
        let crtc: CRTCIndex
        /// The rule that chose the candidates: settings that come before the modeset is done may have another rule.
        let policy: ModePolicy
        /// The modes to try, the best first.
        let candidates: [ScreenMode]
        /// Whether the connector shows a picture of ours already.
        let replaces: Bool
    }

    /// The end of another program's picture.
    struct Clear: Hashable {
        let connector: ConnectorID
        /// The CRTC that shows it.
        let crtc: CRTCIndex
    }

    /// New colours of a running screen, without a modeset.
    struct Adjustment: Hashable {
        let connector: ConnectorID
        let colors: ColorAdjustment
    }

    /// The steps for a card. The fields are in the order in which they are carried out.
    struct Plan: Hashable {
        /// Our screens that end.
        var disables: [ConnectorID] = []
        var adjustments: [Adjustment] = []
        var clears: [Clear] = []
        /// The modesets, which are made in one commit if the driver accepts it.
        var modesets: [Modeset] = []
        /// The connectors that were to be enabled and got no CRTC.
        var lackingCRTC: Set<ConnectorID> = []
    }

    /// - Parameter leasedToAbsent: the CRTCs that programs have by leases with connectors that have gone from the card,
    ///   as with a dock.
    static func plan(_ all: [Slot], crtcCount: Int, leasedToAbsent: Set<CRTCIndex> = []) -> Plan {
        var plan = Plan()
        var taken = leasedToAbsent.union(all.compactMap(\.leasedCRTC))
        let slots = all.filter { $0.leasedCRTC == nil }
        for slot in slots {
            guard let enabled = slot.enabled else { continue }
            guard slot.isRequested else {
                plan.disables.append(slot.connector)
                continue
            }
            taken.insert(enabled.crtc)
            if slot.needsModeset(enabled) {
                guard slot.mayBeSet else { continue }
                plan.modesets.append(
                    Modeset(
                        connector: slot.connector, crtc: enabled.crtc, policy: slot.policy, candidates: slot.candidates,
                        replaces: true))
            } else {
                let adjustment = slot.options.adjustment
                if adjustment != enabled.adjustment {
                    plan.adjustments.append(Adjustment(connector: slot.connector, colors: adjustment))
                }
            }
        }
        for slot in slots where slot.isToBeDark && slot.enabled == nil {
            guard let crtc = slot.crtc, !taken.contains(crtc), slots.count(where: { $0.crtc == crtc }) == 1 else {
                continue
            }
            plan.clears.append(Clear(connector: slot.connector, crtc: crtc))
        }
        let dark = slots.filter {
            $0.enabled == nil && $0.isRequested && $0.mayBeSet && !$0.candidates.isEmpty
        }
        // Displays that are not driven keep their pictures as long as there are other CRTCs.
        let showing = slots.filter { $0.enabled == nil && !$0.isRequested && !$0.isToBeDark && $0.isConnected }
        let assignment = CRTCAssignment.assign(
            dark.map { .init(connector: $0.connector, possibleCRTCs: $0.possibleCRTCs, current: $0.crtc) },
            crtcCount: crtcCount, taken: taken, spared: Set(showing.compactMap(\.crtc)))
        for slot in dark {
            guard let crtc = assignment[slot.connector] else {
                plan.lackingCRTC.insert(slot.connector)
                continue
            }
            plan.modesets.append(
                Modeset(
                    connector: slot.connector, crtc: crtc, policy: slot.policy, candidates: slot.candidates,
                    replaces: false))
        }
        return plan
    }
}

extension Reconciler.Slot {
    /// Whether only a modeset can make the screen show what is configured. Without modes it stays as it is.
    fileprivate func needsModeset(_ enabled: Reconciler.Enabled) -> Bool {
        guard let best = candidates.first(where: { !refused.contains($0) }) ?? candidates.first else { return false }
        return enabled.needsModeset || !best.timings.hasSameTimings(as: enabled.mode.timings)
            || !options.isSameModeset(as: enabled.options) || !source.isShownAlike(enabled.source)
    }
}
