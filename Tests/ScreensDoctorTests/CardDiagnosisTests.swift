import Glibc
import ScreensKMS
import Testing

@testable import ProgramSamples
@testable import Screens
@testable import ScreensDoctor

/// Findings about cards and their masters, as stories.
struct CardDiagnosisTests {
    private static let healthy = CardFacts.sample("card0", .sample())

    private static let stories: [DiagnosisStory] = [
        DiagnosisStory(
            testDescription: "the card is gone", facts: .sample(.failing(ENODEV)),
            findings: ["error cardGone card0"]),
        DiagnosisStory(
            testDescription: "the card cannot be read", facts: .sample(.failing(EIO, call: "drmModeGetResources")),
            findings: ["error cardUnreadable card0"]),
        DiagnosisStory(
            testDescription: "the card disappeared while it was read",
            facts: .sample(
                healthy.with { $0.failure = KMSError(call: "drmModeGetConnector", object: "card0", errno: ENODEV) }),
            findings: ["error cardGone card0"]),
        DiagnosisStory(
            testDescription: "a card that only renders, and no other",
            facts: .sample(.failing(EOPNOTSUPP, call: "drmModeGetResources")),
            findings: ["error noCard machine", "note noDisplays card0"]),
        DiagnosisStory(
            testDescription: "a card that only renders beside another",
            facts: .sample(.failing(EOPNOTSUPP, call: "drmModeGetResources"), healthy),
            findings: ["note noDisplays card0"], status: .success),
        DiagnosisStory(
            testDescription: "a card without CRTCs", facts: .sample(.sample().with { $0.hardware = .sample(crtcs: 0) }),
            findings: ["error noCard machine", "note noDisplays card0"]),
        DiagnosisStory(
            testDescription: "no dumb buffers", facts: .sample(healthy.with { $0.hardware = .sample(dumb: false) }),
            findings: ["error noDumbBuffers card0"]),
        DiagnosisStory(
            testDescription: "a card of another seat", facts: .sample(.sample().with { $0.isOnSeat = false }),
            findings: ["warning notOnSeat card0"], remedy: "loginctl"),
        DiagnosisStory(
            testDescription: "an old driver without vblanks",
            facts: .sample(healthy.with { $0.hardware = .sample(atomic: false, vblank: false) }),
            findings: ["note legacyModesets card0", "note timerPacing card0"], status: .success),
        DiagnosisStory(
            testDescription: "a driver without a counter of vblanks, whose flips complete at the refresh",
            facts: .sample(
                healthy.with {
                    $0.driver = "nvidia-drm"
                    $0.hardware = .sample(vblank: false)
                }), findings: ["note darkWithoutMaster card0"], status: .success),
        DiagnosisStory(
            testDescription: "a card that was not opened, because its driver would disable its displays",
            facts: .sample(
                CardFacts(path: "/dev/dri/card0").with {
                    $0.node = healthy.node
                    $0.leaveClosed(driver: "nvidia", screens: healthy.connectors.map(\.screen))
                }), findings: ["note leftClosed card0", "note darkWithoutMaster card0"], status: .success,
            remedy: "screens doctor --probe"),
        DiagnosisStory(
            testDescription: "a card of another seat that was not opened",
            facts: .sample(
                CardFacts(path: "/dev/dri/card0").with {
                    $0.node = healthy.node
                    $0.isOnSeat = false
                    $0.leaveClosed(driver: "nvidia", screens: [])
                }), findings: ["warning notOnSeat card0", "note leftClosed card0"]),
        DiagnosisStory(
            testDescription: "another program is master and is known",
            facts: .sample(
                healthy.with {
                    $0.hardware = .sample(free: false)
                    $0.master = CardMaster(processID: 77, name: "Xorg")
                }), findings: ["error anotherMaster card0"], status: .busy, remedy: "End that program"),
        DiagnosisStory(
            testDescription: "the daemon is master and is known",
            facts: .sample(
                healthy.with {
                    $0.hardware = .sample(free: false)
                    $0.master = CardMaster(processID: 77, name: "screensd")
                }), findings: ["note anotherMaster card0"], status: .success,
            remedy: "systemctl stop 'screensd*'"),
        DiagnosisStory(
            testDescription: "the daemon is master, and reports that to a user who cannot see it",
            facts: .sample(
                healthy.with {
                    $0.hardware = .sample(free: false)
                    $0.isDaemons = true
                }), findings: ["note anotherMaster card0"], status: .success, remedy: "screens set"),
        DiagnosisStory(
            testDescription: "another program is master and is not known",
            facts: .sample(healthy.with { $0.hardware = .sample(free: false) }),
            findings: ["error anotherMaster card0"], status: .busy, remedy: "sudo screens doctor"),
        DiagnosisStory(
            testDescription: "another program is master, and root does not see which",
            facts: .sample(healthy.with { $0.hardware = .sample(free: false) }).with { $0.user.id = 0 },
            findings: ["error anotherMaster card0"], status: .busy, remedy: "debugfs"),
        DiagnosisStory(
            testDescription: "another program is master, and nothing is connected anyway",
            facts: .sample(.sample("card0", .empty).with { $0.hardware = .sample(free: false) }),
            findings: ["error nothingConnected machine", "error anotherMaster card0"]),
        DiagnosisStory(
            testDescription: "another program is master of one of two cards",
            facts: .sample(healthy.with { $0.hardware = .sample(free: false) }, .sample("card1", .sample())),
            findings: ["error anotherMaster card0"], status: .success),
        DiagnosisStory(
            testDescription: "the worst comes first, across cards",
            facts: .sample(healthy.with { $0.hardware = .sample(vblank: false) }, .failing(ENODEV)).with {
                $0.hasUdev = false
            },
            findings: ["error cardGone card0", "warning noUdev machine", "note timerPacing card0"],
            status: .success),
    ]

    @Test(arguments: stories)
    func findingsFollowFromTheFacts(_ story: DiagnosisStory) { story.check() }

    @Test func theMasterIsNamedOrItsCandidates() {
        var card = Self.healthy.with { $0.hardware = .sample(free: false) }
        card.openers = [CardOpener(processID: 5, name: "kiosk")]
        #expect(Diagnosis(.sample(card)).findings.first?.message.contains("kiosk (5)") == true)
        card.isDaemons = true
        #expect(
            Diagnosis(.sample(card)).findings.first?.message.hasPrefix("screensd, the daemon of this command,") == true)
        card.master = CardMaster(processID: 77, name: "Xorg")
        #expect(Diagnosis(.sample(card)).findings.first?.message.hasPrefix("Xorg (process 77) is") == true)
    }
}
