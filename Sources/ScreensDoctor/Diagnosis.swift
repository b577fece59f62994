import Screens
import ScreensReports

import struct ScreensLinux.ExitStatus

/// The findings, worst first, and whether a picture can be shown in spite of them. A pure function of the facts.
package struct Diagnosis: Sendable, Hashable {
    let findings: [Finding]
    /// The screens that could show a picture now, such as `card0/HDMI-A-1`.
    let showable: [String]
    /// Whether the daemon holds or simulates a card, and shows the pictures.
    let isDaemonAtWork: Bool
    /// Success if a picture could be shown, or the daemon shows the pictures that it should; otherwise the reason as a
    /// status.
    package let status: ExitStatus

    package init(_ facts: MachineFacts) {
        let ofMachine: [Finding] =
            facts.machineFindings + facts.serviceFindings + (facts.daemon?.findings ?? [])
            + facts.simulationFindings
        let ofCards: [Finding] = facts.cards.flatMap { card in
            card.accessFindings(for: facts) + card.findings(for: facts.user) + card.connectorFindings(for: facts)
        }
        let all = ofMachine + ofCards
        // The order is stable: within a severity first the machine, then its cards and their connectors.
        findings = Severity.allCases.flatMap { severity in all.filter { $0.severity == severity } }
        showable = facts.cards.filter { $0.hardware?.isFree == true }.flatMap { card in
            card.drivenConnectors.map(\.screen.qualifiedName)
        }
        isDaemonAtWork =
            !facts.simulatedByDaemon.isEmpty
            || facts.cards.contains { card in
                (card.hardware?.isFree == false || card.isDenied)
                    && MasterProgram(card.master, isDaemons: card.isDaemons).isDaemon
            }
        status =
            if !showable.isEmpty {
                .success
            } else if isDaemonAtWork {
                facts.daemon?.missing.isEmpty ?? true ? .success : .unavailable
            } else if facts.cards.contains(where: { !$0.drivenConnectors.isEmpty }) {
                .busy
            } else if facts.cards.contains(where: \.isDenied) {
                .noPermission
            } else {
                .unavailable
            }
    }
}

extension CardFacts {
    /// The connectors that can be driven at the same time. Each needs a CRTC; connectors that have one now come first.
    var drivenConnectors: [ConnectorFacts] {
        guard isUsable, let hardware else { return [] }
        let candidates = connectors.filter(\.canBeDriven)
        let ordered =
            candidates.filter { $0.screen.currentMode != nil } + candidates.filter { $0.screen.currentMode == nil }
        let requests = ordered.map {
            CRTCAssignment.Request(connector: $0.screen.connector, possibleCRTCs: $0.possibleCRTCs, current: nil)
        }
        let assignment = CRTCAssignment.assign(requests, crtcCount: hardware.crtcCount, taken: [])
        return candidates.filter { assignment[$0.screen.connector] != nil }
    }
}

extension Diagnosis {
    /// A fact that prevents a picture or makes it wrong, or that is good to know.
    struct Finding: Sendable, Hashable {
        let severity: Severity
        let code: Code
        /// The subject of the finding: `machine`, `card0`, `card0/HDMI-A-1`.
        let object: String
        /// A sentence for people. Its wording may change.
        let message: String
        /// The remedy, for people; nil if nothing needs to be done.
        let remedy: String?

        init(_ severity: Severity, _ code: Code, _ object: String, _ message: String, remedy: String? = nil) {
            self.severity = severity
            self.code = code
            self.object = object
            self.message = message
            self.remedy = remedy
        }
    }
}

extension Diagnosis {
    /// The severity of a finding. The raw values appear in the JSON documents.
    enum Severity: String, Sendable, Hashable, CaseIterable {
        /// The object shows no picture as it is.
        case error
        /// The picture may be wrong, or may be missing later.
        case warning
        /// Good to know.
        case note
    }
}

extension Diagnosis {
    /// The kinds of finding. The raw values appear in the JSON documents, and programs may rely on them. More may be
    /// added.
    enum Code: String, Sendable, Hashable, CaseIterable {
        /// The kernel was started with `nomodeset`.
        case nomodeset
        /// A graphics device has no driver.
        case noDriver
        /// A graphics device has a driver that registered no card for it.
        case driverWithoutCard
        /// A virtual machine has no graphics device.
        case virtualMachineWithoutGPU = "vmWithoutGpu"
        /// No card can drive displays, for an unknown reason.
        case noCard
        /// The library could not read the screens.
        case cannotRead
        /// udev is not running.
        case noUdev
        /// The shown virtual terminal is not this program's.
        case inactiveTerminal
        /// No card has a display connected.
        case nothingConnected

        /// The kernel has a card without a device node.
        case noDeviceNode
        /// The user is not in the group that may open the card.
        case notInGroup
        /// The user joined the group after logging in.
        case loginWithoutGroup
        /// The user may not read and write the device node.
        case noPermission
        /// The permissions of the device node admit the user, but opening it is denied.
        case accessBlocked
        /// The card was removed.
        case cardGone
        /// The card cannot be read.
        case cardUnreadable
        /// The card only renders.
        case noDisplays
        /// The card belongs to another seat, or udev has not set it up.
        case notOnSeat
        /// The driver has no dumb buffers.
        case noDumbBuffers
        /// The card's master is some other program.
        case anotherMaster
        /// The card is the firmware's framebuffer, without a driver for the hardware.
        case firmwareFramebuffer
        /// The driver has no atomic commits.
        case legacyModesets
        /// The driver has no vblanks.
        case timerPacing
        /// The driver disables all outputs when the card has no master.
        case darkWithoutMaster
        /// The card was not opened, because its driver would disable its displays.
        case leftClosed

        /// A display is connected, but has reported no modes.
        case noModes
        /// More displays are connected than the card can drive.
        case noCRTC = "noCrtc"
        /// The planes for the display show no format that can be drawn.
        case unsupportedFormats
        /// The link to the display failed.
        case linkBad
        /// The connector is forced off.
        case forcedOff
        /// The connector is forced on.
        case forcedOn
        /// The display has no EDID.
        case edidMissing
        /// The bytes that the display sent are not an EDID.
        case edidUnreadable
        /// The EDID is damaged or incomplete.
        case edidDamaged
        /// The EDID states that the display cuts off the edges of pictures. This is compensated only if it is
        /// configured.
        case overscanClaimed
        /// A headset or another non-desktop device is connected.
        case nonDesktop
        /// The screen is driven only if it is named: its status is unknown, or it is an output to an analog television.
        case drivenOnlyByName

        /// The daemon's unit has failed, or restarts again and again.
        case serviceFailed
        /// The daemon's unit is installed, but does not run.
        case serviceStopped
        /// The daemon's unit runs, but does not start at the next boot.
        case serviceDisabled
        /// The daemon cannot show the content of a screen.
        case contentNotShown
        /// Files of the daemon's configuration have problems.
        case configurationProblems
        /// A section of the daemon's configuration matches no connected screen.
        case unmatchedSection
        /// The daemon cannot write its metrics.
        case metricsNotWritten
        /// The daemon cannot write its proof of play.
        case playedNotWritten
        /// The daemon cannot save the last valid texts of its configuration.
        case stateNotWritten
        /// The shown virtual terminal is not the daemon's.
        case terminalNotShown
        /// The daemon cannot set the configured brightness of a screen.
        case brightnessNotSet
        /// A screen of the daemon does not mirror another one as configured.
        case mirrorNotMet
        /// A screen of the daemon does not follow a setting.
        case settingNotMet
        /// The daemon skips pictures of a folder that cannot be shown.
        case picturesSkipped
        /// The fonts lack letters or the look of words.
        case lettersMissing
        /// The command of a content is not run, because users other than root can change its file.
        case commandNotRun
        /// The memory budget of the daemon was too small for a request.
        case memoryRefused
        /// A content follows the clock of the machine, which no program keeps.
        case clockNotSynchronized
        /// The machine does not know the time, and schedules wait for it.
        case clockNotSet
        /// A program other than the daemon has a screen of the daemon.
        case leased
        /// The daemon shows its pictures on simulated screens.
        case daemonSimulates
        /// A display that was connected here, and is not connected now, has saved settings.
        case settingsOfAbsentDisplay
    }
}
