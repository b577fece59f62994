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
