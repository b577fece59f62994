import Glibc
import KMS

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
