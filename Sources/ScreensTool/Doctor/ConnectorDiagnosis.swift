import EDID
import Screens

extension CardFacts {
    /// The findings about connectors and their displays.
    func connectorFindings(on commandLine: KernelCommandLine) -> [Diagnosis.Finding] {
        let driven = Set(drivenConnectors.map(\.screen.connector))
        return connectors.flatMap { connector in
            [
                forced(connector, on: commandLine), connector.headset, connector.modes, connector.link,
                connector.canBeDriven && isUsable && !driven.contains(connector.screen.connector)
                    ? lack(connector.screen) : nil,
                connector.edid, connector.overscan,
            ].compactMap(\.self)
        }
    }

    private func lack(_ screen: Screen) -> Diagnosis.Finding {
        let count = hardware?.crtcCount ?? 0
        return Diagnosis.Finding(
            .error, .noCRTC, screen.qualifiedName,
            "The card can drive \(count) \(count == 1 ? "display" : "displays") at once, and this one is left over.",
            remedy: "Unplug another display, or use another connector or card.")
    }

    private func forced(_ connector: ConnectorFacts, on commandLine: KernelCommandLine) -> Diagnosis.Finding? {
        let screen = connector.screen
        let word = commandLine.force(of: screen.name)
        guard let force = connector.force ?? word?.force else { return nil }
        // The file overrules the command line, and may not be readable.
        let cause = word?.force == force ? "by \(word?.word ?? "") on the kernel's command line" : "by its status file"
        let remedy =
            word?.force == force
            ? "Remove that from the kernel's command line and restart, or as root: echo detect >\(status(screen))"
            : "As root: echo detect >\(status(screen))"
        switch force {
        case .off where screen.status != .connected:
            return Diagnosis.Finding(
                .error, .forcedOff, screen.qualifiedName,
                "The connector is forced off \(cause), whatever is plugged in.", remedy: remedy)
        case .on where screen.status == .connected:
            return Diagnosis.Finding(
                .warning, .forcedOn, screen.qualifiedName,
                "The connector is forced on \(cause), whether or not a display is there.", remedy: remedy)
        default: return nil
        }
    }

    private func status(_ screen: Screen) -> String { "/sys/class/drm/\(name)-\(screen.name)/status" }
}

extension ConnectorFacts {
    fileprivate var headset: Diagnosis.Finding? {
        guard screen.kind == .nonDesktop, screen.status == .connected else { return nil }
        return Diagnosis.Finding(
            .note, .nonDesktop, screen.qualifiedName,
            "A headset or similar device is connected: it is not a screen and is never driven.")
    }

    fileprivate var modes: Diagnosis.Finding? {
        guard screen.kind == .display, screen.status == .connected, screen.availableModes.isEmpty else { return nil }
        return Diagnosis.Finding(
            .error, .noModes, screen.qualifiedName, "A display is connected, but it has reported no modes.",
            remedy: "Switch the display on, unplug it and plug it in again, try another cable; or give the "
                + "kernel a mode: video=\(screen.name):1920x1080@60.")
    }

    fileprivate var link: Diagnosis.Finding? {
        guard screen.isConnected, isLinkBad else { return nil }
        return Diagnosis.Finding(
            .error, .linkBad, screen.qualifiedName, "The link to the display failed: it shows nothing.",
            remedy:
                "Set a mode again (screens show \(screen.qualifiedName)); if it fails again, try another cable or a "
                + "smaller mode.")
    }
}

extension ConnectorFacts {
    /// Kinds of connectors with displays that have an EDID; displays on others need none.
    private static let identifying = ["HDMI", "DP", "eDP", "DVI", "VGA"]

    /// Findings because of which the kernel drops or cannot read EDID data: modes are missing then, or a picture is wrong.
    /// Most displays have some of the others, and work.
    private static let harmful: Set<EDID.Finding.Code> = [
        .damagedHeader, .wrongChecksum, .missingExtensions, .truncatedBlock,
    ]

    /// An offer: televisions mean the claim, most monitors that make it do not.
    fileprivate var overscan: Diagnosis.Finding? {
        guard screen.isConnected, OverscanClaim.isMade(by: screen) else { return nil }
        let name = screen.qualifiedName
        return Diagnosis.Finding(
            .note, .overscanClaimed, name,
            "The display's EDID claims that it cuts off the edges of pictures, as televisions do. Nothing compensates that "
                + "unless it is configured.",
            remedy: "If edges are missing, set the display to show all of the picture, or find how much is cut off by "
                + "screens show \(name) --pattern overscan, and configure that as overscan.")
    }

    /// The findings about an EDID that can lead to a black or wrong picture.
    var edid: Diagnosis.Finding? {
        guard screen.isConnected else { return nil }
        let name = screen.qualifiedName
        guard !screen.edid.isEmpty else {
            guard Self.identifying.contains(where: { screen.name.hasPrefix("\($0)-") }) else { return nil }
            return Diagnosis.Finding(
                .warning, .edidMissing, name,
                "The display has no EDID: its modes are guesses, and may show nothing.",
                remedy: "Unplug it and plug it in again, without adapters, switches or long cables.")
        }
        guard let description = try? DisplayDescription(decoding: screen.edid) else {
            return Diagnosis.Finding(
                .warning, .edidUnreadable, name,
                "The display sent \(screen.edid.count) bytes that are not an EDID: its modes are guesses.",
                remedy: "Unplug it and plug it in again, try another cable; the kernel can load a good "
                    + "EDID from a file (drm.edid_firmware=).")
        }
        let harm = description.findings.filter { Self.harmful.contains($0.code) }
        guard !harm.isEmpty else { return nil }
        // A display can have a hundred broken blocks; the first few suffice.
        let list = harm.prefix(3).map(\.description).joined(separator: "; ")
        return Diagnosis.Finding(
            .warning, .edidDamaged, name,
            "The display's EDID is damaged, so modes may be missing or wrong: \(list).",
            remedy: "Try another cable or input; if that does not help, the display is faulty: choose a mode by hand "
                + "(screens show \(name) --mode WIDTHxHEIGHT).")
    }
}
