import Screens
import ScreensEDID
import ScreensKMS

extension CardFacts {
    /// The findings about connectors and their displays.
    func connectorFindings(for facts: MachineFacts) -> [Diagnosis.Finding] {
        let screens = facts.cards.flatMap { $0.connectors.map(\.screen) }
        let driven = Set(drivenConnectors.map(\.screen.connector))
        // If the number of CRTCs is unknown, nothing can be said about their lack.
        let isCounted = !unknown.contains(.crtcs)
        return connectors.flatMap { connector in
            [
                forced(connector, on: facts.commandLine), connector.headset, connector.modes, connector.formats,
                connector.link,
                connector.canBeDriven && isUsable && isCounted && !driven.contains(connector.screen.connector)
                    ? lack(connector.screen) : nil,
                connector.edid(isExpected: !canLackEDIDs), connector.overscan, connector.selection(among: screens),
            ].compactMap(\.self)
        }
    }

    private func lack(_ screen: Screen) -> Diagnosis.Finding {
        let count = hardware?.crtcCount ?? 0
        return Diagnosis.Finding(
            .error, .noCRTC, screen.qualifiedName,
            "No CRTC is available for this display: the card drives at most \(count) "
                + "\(count == 1 ? "display" : "displays") at once.",
            remedy: "Unplug another display, or use another connector or card.")
    }

    private func forced(_ connector: ConnectorFacts, on commandLine: KernelCommandLine) -> Diagnosis.Finding? {
        let screen = connector.screen
        let word = commandLine.force(of: screen.name)
        guard let force = connector.force ?? word?.force else { return nil }
        // The file overrides the command line, and may not be readable.
        let cause = word?.force == force ? "by \(word?.word ?? "") on the kernel's command line" : "in sysfs"
        let remedy =
            word?.force == force
            ? "Remove it from the kernel's command line and reboot, or run as root: screens force "
                + "\(screen.qualifiedName) auto"
            : "Run as root: screens force \(screen.qualifiedName) auto"
        switch force {
        case .off where screen.status != .connected:
            return Diagnosis.Finding(
                .error, .forcedOff, screen.qualifiedName,
                "The connector is forced off \(cause): displays on it are not detected.", remedy: remedy)
        case .on where screen.status == .connected:
            return Diagnosis.Finding(
                .warning, .forcedOn, screen.qualifiedName,
                "The connector is forced on \(cause): it counts as connected even without a display.", remedy: remedy)
        default: return nil
        }
    }
}

extension ConnectorFacts {
    fileprivate var headset: Diagnosis.Finding? {
        guard screen.kind == .nonDesktop, screen.status == .connected else { return nil }
        return Diagnosis.Finding(
            .note, .nonDesktop, screen.qualifiedName,
            "The connected device is a headset or another non-desktop device: it is never driven.")
    }

    fileprivate var modes: Diagnosis.Finding? {
        guard screen.kind == .display, screen.status == .connected, screen.availableModes.isEmpty,
            !unknown.contains(.modes)
        else { return nil }
        return Diagnosis.Finding(
            .error, .noModes, screen.qualifiedName, "A display is connected, but has reported no modes.",
            remedy: "Turn the display on, plug it in again, or try another cable. \(kernelWords)")
    }

    /// How to state a mode or an EDID if the display does not: to the kernel when it boots, or at once.
    private var kernelWords: String {
        "The kernel's command line can state a mode (video=\(screen.name):1920x1080@60) or an EDID "
            + "(drm.edid_firmware=\(screen.name):edid/FILE, a file in /lib/firmware/edid); until a reboot, "
            + "`screens force \(screen.qualifiedName) on --edid FILE` does it as root."
    }

    fileprivate var formats: Diagnosis.Finding? {
        guard screen.isConnected, let unsupportedFormats else { return nil }
        let listed = unsupportedFormats.map(PixelLayout.text).joined(separator: ", ")
        let drawn = PixelFormat.allCases.map { PixelLayout.text(of: $0.fourCC) }.joined(separator: ", ")
        return Diagnosis.Finding(
            .error, .unsupportedFormats, screen.qualifiedName,
            "The planes for this display support none of the formats that can be drawn; their linear formats are "
                + "\(listed.isEmpty ? "none" : listed).",
            remedy: "Use another card, or a version of the kernel whose driver has one of \(drawn).")
    }

    fileprivate var link: Diagnosis.Finding? {
        guard screen.isConnected, isLinkBad else { return nil }
        return Diagnosis.Finding(
            .error, .linkBad, screen.qualifiedName,
            "The link to the display failed (link-status is Bad): the display shows nothing.",
            remedy:
                "Set a mode again (screens show \(screen.qualifiedName)). If the link fails again, try another cable "
                + "or a smaller mode.")
    }
}

extension ConnectorFacts {
    /// Returns a note if the default ``ScreenSelection`` leaves the screen out.
    fileprivate func selection(among screens: [Screen]) -> Diagnosis.Finding? {
        guard canBeDriven, !unknown.contains(.status), !screen.isDrivenUnnamed(among: screens) else { return nil }
        return Diagnosis.Finding(
            .note, .drivenOnlyByName, screen.qualifiedName,
            screen.isTelevisionOutput
                ? "An output to an analog television is driven only if it is named."
                : "The status of the connector is unknown. While a display is connected elsewhere, it is driven only "
                    + "if it is named.",
            remedy: "To show a picture on it, name it: screens show \(screen.qualifiedName)")
    }
}

extension ConnectorFacts {
    /// Findings that make the kernel ignore parts of an EDID: modes are missing, or the picture is wrong. Most displays
    /// have some of the other findings, and work.
    private static let harmful: Set<ScreensEDID.Finding.Code> = [
        .damagedHeader, .wrongChecksum, .missingExtensions, .truncatedBlock,
    ]

    /// Whether displays on such connectors have an EDID; displays on other connectors need no EDID.
    private var hasIdentifyingDisplays: Bool {
        ConnectorType(ofConnector: screen.name).map { $0.expectsEDID || $0 == .eDP } ?? false
    }

    /// A note, not a warning: televisions cut off edges, and most monitors that claim it do not.
    fileprivate var overscan: Diagnosis.Finding? {
        guard screen.isConnected, OverscanClaim.isMade(by: screen) else { return nil }
        let name = screen.qualifiedName
        return Diagnosis.Finding(
            .note, .overscanClaimed, name,
            "The EDID states that the display cuts off the edges of pictures, as televisions do. Overscan is "
                + "compensated only if it is configured.",
            remedy: "If edges are missing, turn overscan off in the menu of the display, or measure it with "
                + "screens show \(name) --pattern overscan and configure the result.")
    }

    /// Returns the finding about an EDID that can lead to a black or wrong picture.
    ///
    /// - Parameter isExpected: whether the lack of an EDID means that the kernel guesses the modes.
    fileprivate func edid(isExpected: Bool) -> Diagnosis.Finding? {
        guard screen.isConnected else { return nil }
        let name = screen.qualifiedName
        guard !screen.edid.isEmpty else {
            guard isExpected, !unknown.contains(.edid), hasIdentifyingDisplays else { return nil }
            return Diagnosis.Finding(
                .warning, .edidMissing, name,
                "The display has sent no EDID: the kernel guesses its modes, and the display may show none of them.",
                remedy: "Plug the display in again, without adapters, switches or long cables. \(kernelWords)")
        }
        guard let description = try? DisplayDescription(decoding: screen.edid) else {
            return Diagnosis.Finding(
                .warning, .edidUnreadable, name,
                "The display has sent \(screen.edid.count) bytes that are not an EDID: the kernel guesses its modes.",
                remedy: "Plug the display in again, or try another cable. \(kernelWords)")
        }
        let harm = description.findings.filter { Self.harmful.contains($0.code) }
        guard !harm.isEmpty else { return nil }
        // A display can have a hundred broken blocks. The first few suffice.
        let list = harm.prefix(3).map(\.description).joined(separator: "; ")
        return Diagnosis.Finding(
            .warning, .edidDamaged, name,
            "The display's EDID is damaged, so modes may be missing or wrong: \(list).",
            remedy: "Try another cable or input. If the EDID stays damaged, name the mode: screens show \(name) --mode "
                + "WIDTHxHEIGHT. \(kernelWords)")
    }
}
