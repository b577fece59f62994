extension MachineFacts {
    /// The findings that concern no single card.
    var machineFindings: [Diagnosis.Finding] {
        (hasDisplayCard ? hardwareLeftAlone : missingCard) + [displays, library, udev, terminal].compactMap(\.self)
    }

    /// Whether the kernel has a card for displays, even if this user may not open it.
    private var hasDisplayCard: Bool { cards.contains { !$0.isWithoutDisplays } }

    /// The findings that explain why the machine has no card.
    private var missingCard: [Diagnosis.Finding] {
        // Simulated screens need no card.
        let severity: Diagnosis.Severity = simulatedByDaemon.isEmpty ? .error : .note
        let causes = [nomodeset(severity)].compactMap(\.self) + displayDevices.compactMap { driver(of: $0, severity) }
        guard causes.isEmpty else { return causes }
        if isVirtualMachine, displayDevices.isEmpty {
            return [
                Diagnosis.Finding(
                    severity, .virtualMachineWithoutGPU, "machine", "This virtual machine has no graphics device.",
                    remedy: "Add one (QEMU: -device virtio-gpu-pci), or simulate a screen: screens show --simulate")
            ]
        }
        return [
            Diagnosis.Finding(
                severity, .noCard, "machine", "This machine has no graphics card that can drive displays.",
                remedy:
                    "Check the kernel's log (dmesg | grep -i drm): the module or the firmware of the driver may be "
                    + "missing."
            )
        ]
    }

    /// The findings about graphics hardware without a card, on a machine that has another card.
    private var hardwareLeftAlone: [Diagnosis.Finding] {
        [nomodeset(.warning)].compactMap(\.self) + displayDevices.compactMap { driver(of: $0, .warning) }
    }

    private func nomodeset(_ severity: Diagnosis.Severity) -> Diagnosis.Finding? {
        guard commandLine.hasNoModeset else { return nil }
        return Diagnosis.Finding(
            severity, .nomodeset, "machine",
            "The kernel was booted with nomodeset: the drivers of graphics hardware do not start.",
            remedy: "Remove nomodeset from the kernel's command line (/etc/default/grub, then update-grub) and reboot."
        )
    }

    private func driver(of device: DisplayDevice, _ severity: Diagnosis.Severity) -> Diagnosis.Finding? {
        guard !device.hasCard else { return nil }
        let object = "pci \(device.address)"
        guard let driver = device.driver else {
            guard device.loadedDrivers.isEmpty else { return refusal(of: device, severity) }
            return Diagnosis.Finding(
                severity, .noDriver, object, "The graphics device \(device.product) has no driver.",
                remedy: "Find its kernel module with lspci -nnk -s \(device.address). The module may be blocked in "
                    + "/etc/modprobe.d, or its firmware may be missing (dmesg).")
        }
        // The device may be passed to a virtual machine, or only compute. If another device drives displays, nothing is
        // wrong.
        return Diagnosis.Finding(
            severity == .error ? .error : .note, .driverWithoutCard, object,
            "The driver \(driver) is bound to the graphics device \(device.product), but has registered no card for "
                + "it.",
            remedy: driver == "nvidia"
                ? "Boot the kernel with nvidia-drm.modeset=1." : "Use the kernel's own driver for the device.")
    }

    private func refusal(of device: DisplayDevice, _ severity: Diagnosis.Severity) -> Diagnosis.Finding {
        let drivers = device.loadedDrivers
        let words = (drivers + [device.address]).map { "-e \($0)" }.joined(separator: " ")
        return Diagnosis.Finding(
            severity, .noDriver, "pci \(device.address)",
            "\(drivers.joined(separator: " and ")) \(drivers.count == 1 ? "is" : "are") loaded, and made for the "
                + "graphics device \(device.product), but not bound to it: the driver refused the device, or was "
                + "unbound.",
            remedy: "Read the reason in the kernel's log: dmesg | grep -i \(words)")
    }

    private var displays: Diagnosis.Finding? {
        let usable = cards.filter(\.isUsable)
        guard readFailure == nil, !usable.isEmpty, !usable.contains(where: \.mayBeConnected) else {
            return nil
        }
        return Diagnosis.Finding(
            .error, .nothingConnected, "machine",
            "No display is connected to \(usable.map(\.name).joined(separator: ", ")).",
            remedy: "Check the cable, the power and the input of the display. Probe again, as root: "
                + "for f in /sys/class/drm/card*-*/status; do echo detect >$f; done")
    }

    private var library: Diagnosis.Finding? {
        guard let readFailure else { return nil }
        return Diagnosis.Finding(.error, .cannotRead, "machine", "The screens cannot be read: \(readFailure).")
    }

    private var udev: Diagnosis.Finding? {
        guard !hasUdev else { return nil }
        return Diagnosis.Finding(
            .warning, .noUdev, "machine",
            "udev is not running: hotplugs are reported by the kernel alone, and device nodes are not set up.",
            remedy: isContainer
                ? "Share the host's /run/udev and the host's network namespace with the container."
                : "Start systemd-udevd (package udev).")
    }

    private var terminal: Diagnosis.Finding? {
        guard let active = terminals.active, let own = terminals.own, active != own else { return nil }
        return Diagnosis.Finding(
            .warning, .inactiveTerminal, "machine",
            "This session is on tty\(own), but tty\(active) is active, and a program there may use the displays.",
            remedy: "Switch to this session first: chvt \(own), or Ctrl+Alt+F\(own).")
    }
}

extension CardFacts {
    /// Whether a display may be connected; also true if the status is unknown.
    fileprivate var mayBeConnected: Bool {
        unknown.contains(.connectors)
            || connectors.contains { $0.screen.isConnected || $0.unknown.contains(.status) }
    }
}
