import Glibc
import KMS

extension CardFacts {
    /// Why the card cannot be opened.
    func accessFindings(for facts: MachineFacts) -> [Diagnosis.Finding] {
        guard let node else {
            return [
                Diagnosis.Finding(
                    .error, .noDeviceNode, name, "The kernel has this card, and there is no \(path).",
                    remedy: facts.isContainer
                        ? "Start the container with the device: --device /dev/dri."
                        : "Mount devtmpfs on /dev, or start udev; in a container or chroot: hand in /dev/dri.")
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
                "\(path) (\(node.title)) admits \(user.title), and something else forbids it.",
                remedy: failure?.errno == EPERM || facts.isContainer
                    ? "The container or service may not use the device: start it with --device \(path), or with "
                        + "DeviceAllow=char-drm."
                    : "A security module may be at work (AppArmor, SELinux): look in the kernel's log.")
        }
        // Root's own group is for nobody to join.
        guard node.admitsGroup, node.group != 0, user.id != node.owner else {
            return Diagnosis.Finding(
                .error, .noPermission, name, "\(path) is for others: \(node.title); this is \(user.title).",
                remedy: seatRemedy(node)
                    ?? "Run as root, or have udev give the device to a group: GROUP=\"video\", MODE=\"0660\".")
        }
        if user.groupsInDatabase.contains(node.group) {
            return Diagnosis.Finding(
                .error, .loginWithoutGroup, name,
                "\(user.title) is in the group \(node.groupName), and this login is from before that.",
                remedy: "Log out of all sessions and in again, or restart; for this shell alone: newgrp "
                    + "\(node.groupName).")
        }
        let join =
            facts.isContainer
            ? "Start the container with --group-add \(node.group)."
            : "sudo usermod -aG \(node.groupName) "
                + "\(user.name ?? String(user.id)), then log in anew."
        return Diagnosis.Finding(
            .error, .notInGroup, name,
            "\(path) is for the group \(node.groupName) (\(node.title)), and \(user.title) is not in it.",
            remedy: [join, seatRemedy(node)].compactMap(\.self).joined(separator: " "))
    }

    /// Where the person in front of the machine would be let in.
    private func seatRemedy(_ node: NodeFacts) -> String? {
        guard node.isForSeat else { return nil }
        return "Who logs in at the machine itself, and whose session is active, needs no group."
    }
}

extension CardFacts {
    /// Drivers of what the firmware left behind: one mode, one display, nothing more.
    private static let firmwareDrivers: Set = ["simpledrm", "efidrm", "vesadrm", "ofdrm"]

    /// What is wrong with the card itself.
    func findings(for user: UserFacts) -> [Diagnosis.Finding] {
        if isWithoutDisplays {
            return [Diagnosis.Finding(.note, .noDisplays, name, "This card only renders: it has no displays.")]
        }
        if let failure { return [trouble(failure)].compactMap(\.self) }
        guard let hardware else { return [] }
        guard isOnSeat else {
            return [
                Diagnosis.Finding(
                    .warning, .notOnSeat, name,
                    "The card is not one of seat0's: it belongs to another seat, or udev has not set it up.",
                    remedy: "See which (udevadm info \(path)): loginctl attach seat0 gives it back.")
            ]
        }
        guard hardware.capabilities.hasDumbBuffers else {
            return [
                Diagnosis.Finding(
                    .error, .noDumbBuffers, name,
                    "The driver \(driver ?? "") has no buffers in plain memory, which pictures are drawn into.",
                    remedy: "Use another card, or another driver for this one.")
            ]
        }
        return [hardware.isFree ? nil : master(user), firmware].compactMap(\.self) + manners(hardware)
    }

    private func trouble(_ failure: KMSError) -> Diagnosis.Finding? {
        // Said with more knowledge where access is the matter.
        if isDenied || node == nil { return nil }
        switch failure.errno {
        case ENODEV, ENXIO, ENOENT:
            return Diagnosis.Finding(
                .error, .cardGone, name, "The card has gone, or its driver let go of it.",
                remedy: "Look in the kernel's log why (dmesg | grep -i drm).")
        default:
            return Diagnosis.Finding(.error, .cardUnreadable, name, "The card cannot be read: \(failure).")
        }
    }

    private func master(_ user: UserFacts) -> Diagnosis.Finding {
        if let holder {
            return Diagnosis.Finding(
                .error, .anotherMaster, name,
                "\(holder.name) (process \(holder.processID)) is the card's master: only it may show pictures.",
                remedy: "End it, or show through it.")
        }
        let candidates = openers.map { "\($0.name) (\($0.processID))" }.joined(separator: ", ")
        let who = candidates.isEmpty ? "" : " These have it open: \(candidates)."
        return Diagnosis.Finding(
            .error, .anotherMaster, name,
            "Another program is the card's master. Which one cannot be found out as \(user.title).\(who)",
            remedy: user.isRoot
                ? "Mount debugfs (mount -t debugfs none /sys/kernel/debug) and ask again."
                : "Ask root: sudo screens doctor. A desktop, a login screen or another kiosk is most likely.")
    }

    private var firmware: Diagnosis.Finding? {
        guard let driver, Self.firmwareDrivers.contains(driver) else { return nil }
        return Diagnosis.Finding(
            .warning, .firmwareFramebuffer, name,
            "\(driver) shows on what the firmware has set up: one display in one mode, and none that comes later.",
            remedy: "Install the driver of the graphics hardware and its firmware.")
    }

    /// How the driver differs from what is usual, without harm.
    private func manners(_ hardware: CardHardware) -> [Diagnosis.Finding] {
        var findings: [Diagnosis.Finding] = []
        if !hardware.capabilities.isAtomic {
            findings.append(
                Diagnosis.Finding(
                    .note, .legacyModesets, name, "The driver has no atomic commits: older calls are used."))
        }
        if !hardware.hasVBlank {
            findings.append(
                Diagnosis.Finding(
                    .note, .timerPacing, name, "The driver reports no vblanks: frames are paced by a timer."))
        }
        return findings
    }
}
