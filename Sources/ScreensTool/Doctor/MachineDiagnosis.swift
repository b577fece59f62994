extension MachineFacts {
    /// What is wrong beyond any single card.
    var machineFindings: [Diagnosis.Finding] {
        (hasDisplayCard ? hardwareLeftAlone : missingCard) + [displays, library, udev, terminal].compactMap(\.self)
    }

    /// Whether the kernel has a card for displays, whoever may open it.
    private var hasDisplayCard: Bool { cards.contains { !$0.isWithoutDisplays } }

    /// Why there is no card at all.
    private var missingCard: [Diagnosis.Finding] {
        let causes = [nomodeset(.error)].compactMap(\.self) + displayDevices.compactMap { driver(of: $0, .error) }
        guard causes.isEmpty else { return causes }
        if isVirtualMachine, displayDevices.isEmpty {
            return [
                Diagnosis.Finding(
                    .error, .virtualMachineWithoutGPU, "machine", "This virtual machine has no graphics device.",
                    remedy: "Give it one (QEMU: -device virtio-gpu-pci), or show on a simulated screen: screens show "
                        + "--simulate")
            ]
        }
        return [
            Diagnosis.Finding(
                .error, .noCard, "machine", "This machine has no graphics card that can drive displays.",
                remedy:
                    "Look in the kernel's log for its driver (dmesg | grep -i drm): its module or its firmware may be "
                    + "missing.")
        ]
    }

    /// What a machine that has a card could have besides.
    private var hardwareLeftAlone: [Diagnosis.Finding] {
        [nomodeset(.warning)].compactMap(\.self) + displayDevices.compactMap { driver(of: $0, .warning) }
    }

    private func nomodeset(_ severity: Diagnosis.Severity) -> Diagnosis.Finding? {
        guard commandLine.hasNoModeset else { return nil }
        return Diagnosis.Finding(
            severity, .nomodeset, "machine", "The kernel was started with nomodeset: graphics drivers stay away.",
            remedy: "Take nomodeset off the kernel's command line (/etc/default/grub, then update-grub) and restart.")
    }

    private func driver(of device: DisplayDevice, _ severity: Diagnosis.Severity) -> Diagnosis.Finding? {
        guard !device.hasCard else { return nil }
        let object = "pci \(device.address)"
        guard let driver = device.driver else {
            return Diagnosis.Finding(
                severity, .noDriver, object, "The graphics device \(device.product) has no driver.",
                remedy: "Find out which one it needs (lspci -nnk -s \(device.address)); its module may be blocked in "
                    + "/etc/modprobe.d, or its firmware missing (dmesg).")
        }
        // Lent to a virtual machine, or only computing: where something else drives displays, nothing is wrong.
        return Diagnosis.Finding(
            severity == .error ? .error : .note, .driverWithoutCard, object,
            "The driver \(driver) has the graphics device \(device.product) and made no card of it.",
            remedy: driver == "nvidia"
                ? "Start the kernel with nvidia-drm.modeset=1." : "Use the kernel's own driver of the device instead.")
    }

    private var displays: Diagnosis.Finding? {
        let usable = cards.filter(\.isUsable)
        guard lookProblem == nil, !usable.isEmpty,
            !usable.contains(where: { $0.connectors.contains { $0.screen.isConnected } })
        else {
            return nil
        }
        return Diagnosis.Finding(
            .error, .nothingConnected, "machine",
            "No display is connected to \(usable.map(\.name).joined(separator: ", ")).",
            remedy: "Check cable, power and input of the display. Root has the kernel look anew by: "
                + "for f in /sys/class/drm/card*-*/status; do echo detect >$f; done")
    }

    private var library: Diagnosis.Finding? {
        guard let lookProblem else { return nil }
        return Diagnosis.Finding(.error, .cannotLook, "machine", "The screens cannot be looked at: \(lookProblem).")
    }

    private var udev: Diagnosis.Finding? {
        guard !hasUdev else { return nil }
        return Diagnosis.Finding(
            .warning, .noUdev, "machine",
            "No udev daemon runs: displays that come and go are not noticed, and nobody sets up device nodes.",
            remedy: isContainer
                ? "Show the container the host's /run/udev, and give it the host's network."
                : "Start systemd-udevd (package udev).")
    }

    private var terminal: Diagnosis.Finding? {
        guard let active = terminals.active, let own = terminals.own, active != own else { return nil }
        return Diagnosis.Finding(
            .warning, .inactiveTerminal, "machine",
            "This session is on tty\(own), and tty\(active) is on the displays: what runs there may own them.",
            remedy: "Switch to this session first: chvt \(own), or Ctrl+Alt+F\(own).")
    }
}
