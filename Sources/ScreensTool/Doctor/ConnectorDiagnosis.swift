import EDID
import Screens

extension CardFacts {
    /// What is wrong with the connectors and their displays.
    func connectorFindings(on commandLine: KernelCommandLine) -> [Diagnosis.Finding] {
        let fed = Set(fedConnectors.map(\.screen.connector))
        return connectors.flatMap { connector in
            [
                forced(connector, on: commandLine), connector.headset, connector.modes, connector.link,
                connector.canBeDriven && isUsable && !fed.contains(connector.screen.connector)
                    ? lack(connector.screen) : nil,
                connector.edid,
            ].compactMap(\.self)
        }
    }

    private func lack(_ screen: Screen) -> Diagnosis.Finding {
        let count = hardware?.crtcCount ?? 0
        return Diagnosis.Finding(
            .error, .noCRTC, screen.qualifiedName,
            "The card can feed \(count) \(count == 1 ? "display" : "displays") at once, and not this one besides.",
            remedy: "Unplug another display, or use another connector or card.")
    }

    private func forced(_ connector: ConnectorFacts, on commandLine: KernelCommandLine) -> Diagnosis.Finding? {
        let screen = connector.screen
        let word = commandLine.force(of: screen.name)
        guard let force = connector.force ?? word?.force else { return nil }
        // Written to later, the file counts; and where it cannot be read, the command line may have been overruled.
        let cause = word?.force == force ? "by \(word?.word ?? "") on the kernel's command line" : "by its status file"
        let remedy =
            word?.force == force
            ? "Take that off the kernel's command line and restart; or root lets it be: echo detect >\(status(screen))"
            : "Root lets it be: echo detect >\(status(screen))"
        switch force {
        case .off where screen.status != .connected:
            return Diagnosis.Finding(
                .error, .forcedOff, screen.qualifiedName,
                "The connector is switched off \(cause), whatever is plugged in.", remedy: remedy)
        case .on where screen.status == .connected:
            return Diagnosis.Finding(
                .warning, .forcedOn, screen.qualifiedName,
                "The connector is taken for connected \(cause), whether or not a display is there.", remedy: remedy)
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
            "A headset or the like is connected, which is no screen and is never driven.")
    }

    fileprivate var modes: Diagnosis.Finding? {
        guard screen.kind == .display, screen.status == .connected, screen.availableModes.isEmpty else { return nil }
        return Diagnosis.Finding(
            .error, .noModes, screen.qualifiedName, "A display is connected, and no mode of it is known.",
            remedy: "Switch the display on, unplug it and plug it in again, try another cable; or name a mode to the "
                + "kernel: video=\(screen.name):1920x1080@60.")
    }

    fileprivate var link: Diagnosis.Finding? {
        guard screen.isConnected, isLinkBad else { return nil }
        return Diagnosis.Finding(
            .error, .linkBad, screen.qualifiedName, "The link to the display failed: it shows nothing.",
            remedy: "Set a mode anew (screens show \(screen.qualifiedName)); if it fails again, try another cable or a "
                + "smaller mode.")
    }
}

extension ConnectorFacts {
    /// Connectors whose displays say who they are; what hangs on others need not.
    private static let telling = ["HDMI", "DP", "eDP", "DVI", "VGA"]

    /// Oddities because of which the kernel drops what a display says, or does not get to read it: modes are lacking
    /// then, or a picture is wrong. Of the others most displays have some, and work.
    private static let harmful: Set<EDID.Finding.Code> = [
        .damagedHeader, .wrongChecksum, .missingExtensions, .truncatedBlock,
    ]

    /// What the display's EDID has to do with a black or wrong picture.
    var edid: Diagnosis.Finding? {
        guard screen.isConnected else { return nil }
        let name = screen.qualifiedName
        guard !screen.edid.isEmpty else {
            guard Self.telling.contains(where: { screen.name.hasPrefix("\($0)-") }) else { return nil }
            return Diagnosis.Finding(
                .warning, .edidMissing, name,
                "The display does not say who it is (no EDID): its modes are guesses, and may show nothing.",
                remedy: "Unplug it and plug it in again, without adapters, switches and long cables between.")
        }
        guard let description = try? DisplayDescription(decoding: screen.edid) else {
            return Diagnosis.Finding(
                .warning, .edidUnreadable, name,
                "What the display says of itself is no EDID (\(screen.edid.count) bytes): its modes are guesses.",
                remedy: "Unplug it and plug it in again, try another cable; the kernel takes a good one from "
                    + "drm.edid_firmware=.")
        }
        let harm = description.findings.filter { Self.harmful.contains($0.code) }
        guard !harm.isEmpty else { return nil }
        // A display can have a hundred broken blocks, and the first few say it all.
        let list = harm.prefix(3).map(\.description).joined(separator: "; ")
        return Diagnosis.Finding(
            .warning, .edidDamaged, name,
            "What the display says of itself is damaged, so modes may lack or be wrong: \(list).",
            remedy: "Try another cable or input; if it stays so, the display itself is at fault: choose a mode by hand "
                + "(screens show \(name) --mode WIDTHxHEIGHT).")
    }
}
