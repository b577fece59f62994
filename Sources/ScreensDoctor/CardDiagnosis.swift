import Glibc
import Screens
import ScreensKMS
import ScreensReports

extension CardFacts {
    /// The findings about opening the card.
    func accessFindings(for facts: MachineFacts) -> [Diagnosis.Finding] {
        guard !unknown.contains(.node) else { return [] }
        guard let node else {
            return [
                Diagnosis.Finding(
                    .error, .noDeviceNode, name, "The kernel has this card, but the device node \(path) is missing.",
                    remedy: facts.isContainer
                        ? "Start the container with --device /dev/dri."
                        : "Mount devtmpfs on /dev, or start udev. In a container or chroot, make /dev/dri available.")
            ]
        }
        guard isDenied else { return [] }
        return [denial(at: node, for: facts)]
    }

    /// A note if the daemon shows pictures on the card, since that does not need this user's permission to open it.
    private var severityOfDenial: Diagnosis.Severity { isDaemons ? .note : .error }

    private func denial(at node: NodeFacts, for facts: MachineFacts) -> Diagnosis.Finding {
        let user = facts.user
        guard !node.admits(user) else {
            return Diagnosis.Finding(
                severityOfDenial, .accessBlocked, name,
                "The permissions of \(path) (\(node.title)) admit \(user.title), but opening it is denied.",
                remedy: failure?.errno == EPERM || facts.isContainer
                    ? "Permit the device: start the container with --device \(path), or set DeviceAllow=char-drm in "
                        + "the unit of the service."
                    : "A security module (AppArmor, SELinux) may deny it: check the kernel's log (dmesg).")
        }
        // No user should join the group of root.
        guard node.admitsGroup, node.group != 0, user.id != node.owner else {
            return Diagnosis.Finding(
                severityOfDenial, .noPermission, name, "\(user.title) may not read and write \(path) (\(node.title)).",
                remedy: seatRemedy(node)
                    ?? "Run as root, or add a udev rule that gives the device to a group: GROUP=\"video\", "
                    + "MODE=\"0660\"."
            )
        }
        if user.groupsInDatabase.contains(node.group) {
            return Diagnosis.Finding(
                severityOfDenial, .loginWithoutGroup, name,
                "\(user.title) is a member of the group \(node.groupName), but this session began before that.",
                remedy: "Log out of all sessions and log in again, or reboot. For this shell alone, run: newgrp "
                    + "\(node.groupName)")
        }
        let join =
            facts.isContainer
            ? "Start the container with --group-add \(node.group)."
            : "Run sudo usermod -aG \(node.groupName) "
                + "\(user.name ?? String(user.id)), and log in again."
        return Diagnosis.Finding(
            severityOfDenial, .notInGroup, name,
            "Access to \(path) (\(node.title)) requires the group \(node.groupName), and \(user.title) is not a "
                + "member.",
            remedy: [join, seatRemedy(node)].compactMap(\.self).joined(separator: " "))
    }

    /// The remedy if udev opens the device to the user at the machine; nil if it does not.
    private func seatRemedy(_ node: NodeFacts) -> String? {
        guard node.isForSeat else { return nil }
        return "A user with an active session at the machine itself needs no group."
    }
}

extension CardFacts {
    /// The findings about the card itself.
    func findings(for user: UserFacts) -> [Diagnosis.Finding] {
        if isWithoutDisplays {
            return [Diagnosis.Finding(.note, .noDisplays, name, "This card only renders: it has no display outputs.")]
        }
        if let failure { return [unreadable(failure)].compactMap(\.self) }
        guard let hardware else { return [] }
        guard isOnSeat else {
            let notOnSeat = Diagnosis.Finding(
                .warning, .notOnSeat, name,
                "The card is not on seat0: it is assigned to another seat, or udev has not initialized it.",
                remedy:
                    "Run udevadm info \(path) to see its seat (ID_SEAT), and loginctl attach seat0 "
                    + "/sys/class/drm/\(name) to assign it to seat0.")
            return [notOnSeat, leftClosed].compactMap(\.self)
        }
        guard hardware.capabilities.hasDumbBuffers else {
            return [
                Diagnosis.Finding(
                    .error, .noDumbBuffers, name,
                    "The driver \(driver ?? "") does not support dumb buffers, which are needed to draw.",
                    remedy: "Use another card, or another driver for this one.")
            ]
        }
        return [hardware.isFree ? nil : master(user), firmware].compactMap(\.self) + limits(hardware)
    }

    private func unreadable(_ failure: KMSError) -> Diagnosis.Finding? {
        // The findings about access are more precise.
        if isDenied || node == nil { return nil }
        switch failure.errno {
        case ENODEV, ENXIO, ENOENT:
            return Diagnosis.Finding(
                .error, .cardGone, name, "The card was removed, or its driver was unbound.",
                remedy: "Check the kernel's log for the reason (dmesg | grep -i drm).")
        default:
            return Diagnosis.Finding(.error, .cardUnreadable, name, "The card cannot be read: \(failure).")
        }
    }

    private func master(_ user: UserFacts) -> Diagnosis.Finding {
        let program = MasterProgram(master, isDaemons: isDaemons)
        if program.isDaemon {
            return Diagnosis.Finding(
                .note, .anotherMaster, name, "\(program.title), the daemon of this command, is the card's DRM master.",
                remedy: "Nothing is wrong: \(MasterProgram.daemonRemedy).")
        }
        if program != .unknown {
            return Diagnosis.Finding(
                .error, .anotherMaster, name,
                "\(program.title) is the card's DRM master: only the master can show pictures.",
                remedy: "End that program, or show the picture with it.")
        }
        let candidates = openers.map { "\($0.name) (\($0.processID))" }.joined(separator: ", ")
        let who = candidates.isEmpty ? "" : " Programs that have the card open: \(candidates)."
        return Diagnosis.Finding(
            .error, .anotherMaster, name,
            "Another program is the card's DRM master; \(user.title) cannot see which one.\(who)",
            remedy: user.isRoot && !openers.isEmpty
                ? "The program that became the master passed the card on to another one: end the programs that have "
                    + "it open."
                : user.isRoot
                    ? "Mount debugfs (mount -t debugfs none /sys/kernel/debug) and run this command again."
                    : "Run sudo screens doctor to see it. It is most likely a desktop, a login screen or a kiosk "
                        + "program."
        )
    }

    private var firmware: Diagnosis.Finding? {
        guard let driver, FirmwareCard.drivers.contains(driver) else { return nil }
        if connectors.contains(where: \.screen.isIgnored) {
            return Diagnosis.Finding(
                .note, .firmwareFramebuffer, name,
                "\(driver) drives the framebuffer that the firmware set up. The graphics hardware has another card, "
                    + "so this one is not used, and only screens list --all lists it.")
        }
        return Diagnosis.Finding(
            .warning, .firmwareFramebuffer, name,
            "\(driver) drives the framebuffer that the firmware set up: one display, one mode, no hotplug.",
            remedy: "Install the driver and the firmware of the graphics hardware.")
    }

    private var leftClosed: Diagnosis.Finding? {
        guard isLeftClosed else { return nil }
        return Diagnosis.Finding(
            .note, .leftClosed, name,
            "The card was not opened, because its driver \(DarkWithoutMaster.reason). Only the facts in sysfs are "
                + "known.",
            remedy: "Run screens doctor --probe if the displays may go dark.")
    }

    /// Returns the findings about harmless limits of the driver.
    private func limits(_ hardware: CardHardware) -> [Diagnosis.Finding] {
        var findings: [Diagnosis.Finding] = []
        if !hardware.capabilities.isAtomic, !unknown.contains(.atomic) {
            findings.append(
                Diagnosis.Finding(
                    .note, .legacyModesets, name,
                    "The driver does not support atomic commits: the legacy calls are used."))
        }
        if pacing(by: hardware) == .timer {
            findings.append(
                Diagnosis.Finding(
                    .note, .timerPacing, name, "The driver reports no vblanks: frames are paced by a timer."))
        }
        if let leftClosed { findings.append(leftClosed) }
        if isDarkWithoutMaster {
            findings.append(
                Diagnosis.Finding(
                    .note, .darkWithoutMaster, name,
                    "The driver disables all outputs when a program gives the card up. So displays are dark, and show "
                        + "no last picture, in a pause, at a switch of terminals, and between two programs."))
        }
        return findings
    }
}
