import Glibc
import KMS
import Screens

extension CardFacts {
    /// Why the card cannot be opened.
    func accessFindings(for facts: MachineFacts) -> [Diagnosis.Finding] {
        guard let node else {
            return [
                Diagnosis.Finding(
                    .error, .noDeviceNode, name, "The kernel has this card, but there is no \(path).",
                    remedy: facts.isContainer
                        ? "Start the container with the device: --device /dev/dri."
                        : "Mount devtmpfs on /dev, or start udev; in a container or chroot, make /dev/dri available.")
            ]
        }
        guard isDenied else { return [] }
        return [denial(at: node, for: facts)]
    }

    private func denial(at node: NodeFacts, for facts: MachineFacts) -> Diagnosis.Finding {
        let user = facts.user
        guard !node.admits(user) else {
            return Diagnosis.Finding(
                .error, .accessBlocked, name,
                "\(path) (\(node.title)) is open to \(user.title), but something else denies access.",
                remedy: failure?.errno == EPERM || facts.isContainer
                    ? "The container or service may not use the device: start it with --device \(path), or with "
                        + "DeviceAllow=char-drm."
                    : "A security module (AppArmor, SELinux) may deny it: look in the kernel's log.")
        }
        // No user should join root's own group.
        guard node.admitsGroup, node.group != 0, user.id != node.owner else {
            return Diagnosis.Finding(
                .error, .noPermission, name, "\(path) (\(node.title)) is not open to \(user.title).",
                remedy: seatRemedy(node)
                    ?? "Run as root, or add a udev rule that gives the device to a group: GROUP=\"video\", MODE=\"0660\"."
            )
        }
        if user.groupsInDatabase.contains(node.group) {
            return Diagnosis.Finding(
                .error, .loginWithoutGroup, name,
                "\(user.title) is in the group \(node.groupName), but logged in before joining it.",
                remedy: "Log out of all sessions and in again, or restart; for this shell alone: newgrp "
                    + "\(node.groupName).")
        }
        let join =
            facts.isContainer
            ? "Start the container with --group-add \(node.group)."
            : "Run sudo usermod -aG \(node.groupName) "
                + "\(user.name ?? String(user.id)), then log in again."
        return Diagnosis.Finding(
            .error, .notInGroup, name,
            "\(path) is for the group \(node.groupName) (\(node.title)), and \(user.title) is not a member.",
            remedy: [join, seatRemedy(node)].compactMap(\.self).joined(separator: " "))
    }

    /// The remedy where udev opens the device to the user at the machine.
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
            return [
                Diagnosis.Finding(
                    .warning, .notOnSeat, name,
                    "The card is not on seat0: it belongs to another seat, or udev has not set it up.",
                    remedy: "Find out which (udevadm info \(path)); loginctl attach seat0 moves it back.")
            ]
        }
        guard hardware.capabilities.hasDumbBuffers else {
            return [
                Diagnosis.Finding(
                    .error, .noDumbBuffers, name,
                    "The driver \(driver ?? "") has no dumb buffers, and pictures are drawn into these.",
                    remedy: "Use another card, or another driver for this one.")
            ]
        }
        return [hardware.isFree ? nil : master(user), firmware].compactMap(\.self) + limits(hardware)
    }

    private func unreadable(_ failure: KMSError) -> Diagnosis.Finding? {
        // The findings about access know more.
        if isDenied || node == nil { return nil }
        switch failure.errno {
        case ENODEV, ENXIO, ENOENT:
            return Diagnosis.Finding(
                .error, .cardGone, name, "The card is gone, or its driver was unbound.",
                remedy: "Look for the reason in the kernel's log (dmesg | grep -i drm).")
        default:
            return Diagnosis.Finding(.error, .cardUnreadable, name, "The card cannot be read: \(failure).")
        }
    }

    private func master(_ user: UserFacts) -> Diagnosis.Finding {
        if let holder {
            return Diagnosis.Finding(
                .error, .anotherMaster, name,
                "\(holder.name) (process \(holder.processID)) is the card's master: only it may show pictures.",
                remedy: "End that program, or show pictures through it.")
        }
        let candidates = openers.map { "\($0.name) (\($0.processID))" }.joined(separator: ", ")
        let who = candidates.isEmpty ? "" : " Programs that have it open: \(candidates)."
        return Diagnosis.Finding(
            .error, .anotherMaster, name,
            "Another program is the card's master. Which one cannot be found out as \(user.title).\(who)",
            remedy: user.isRoot
                ? "Mount debugfs (mount -t debugfs none /sys/kernel/debug) and run this command again."
                : "Root can: sudo screens doctor. A desktop, a login screen or a kiosk program is most likely.")
    }

    private var firmware: Diagnosis.Finding? {
        guard let driver, FirmwareCard.drivers.contains(driver) else { return nil }
        if connectors.contains(where: \.screen.isSetAside) {
            return Diagnosis.Finding(
                .note, .firmwareFramebuffer, name,
                "\(driver) is the framebuffer that the firmware set up, left beside a card of the hardware: it does not count as a "
                    + "screen.")
        }
        return Diagnosis.Finding(
            .warning, .firmwareFramebuffer, name,
            "\(driver) uses the framebuffer that the firmware set up: one display, one mode, no hotplug.",
            remedy: "Install the driver of the graphics hardware and its firmware.")
    }

    /// Harmless limits of the driver.
    private func limits(_ hardware: CardHardware) -> [Diagnosis.Finding] {
        var findings: [Diagnosis.Finding] = []
        if !hardware.capabilities.isAtomic {
            findings.append(
                Diagnosis.Finding(
                    .note, .legacyModesets, name, "The driver has no atomic commits: the legacy calls are used."))
        }
        if !hardware.hasVBlank {
            findings.append(
                Diagnosis.Finding(
                    .note, .timerPacing, name, "The driver reports no vblanks: frames are paced by a timer."))
        }
        return findings
    }
}
