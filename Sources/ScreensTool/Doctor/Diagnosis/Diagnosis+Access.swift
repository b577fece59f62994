import Glibc

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
