import Glibc
import KMS
import Testing

@testable import ProgramKit
@testable import Screens
@testable import ScreensTool

/// Findings about cards and their masters, as stories.
struct CardDiagnosisTests {
    private static let healthy = CardFacts.sample("card0", .sample())

    private static let stories: [DiagnosisStory] = [
        DiagnosisStory(
            testDescription: "the card is gone", facts: .sample(.failing(ENODEV)),
            findings: ["error card-gone card0"]),
        DiagnosisStory(
            testDescription: "the card cannot be read", facts: .sample(.failing(EIO, call: "drmModeGetResources")),
            findings: ["error card-unreadable card0"]),
        DiagnosisStory(
            testDescription: "the card disappeared while it was read",
            facts: .sample(
                healthy.with { $0.failure = KMSError(call: "drmModeGetConnector", object: "card0", errno: ENODEV) }),
            findings: ["error card-gone card0"]),
        DiagnosisStory(
            testDescription: "a card that only renders, and no other",
            facts: .sample(.failing(EOPNOTSUPP, call: "drmModeGetResources")),
            findings: ["error no-card machine", "note no-displays card0"]),
        DiagnosisStory(
            testDescription: "a card that only renders beside another",
            facts: .sample(.failing(EOPNOTSUPP, call: "drmModeGetResources"), healthy),
            findings: ["note no-displays card0"], status: .success),
        DiagnosisStory(
            testDescription: "a card without CRTCs", facts: .sample(.sample().with { $0.hardware = .sample(crtcs: 0) }),
            findings: ["error no-card machine", "note no-displays card0"]),
        DiagnosisStory(
            testDescription: "no dumb buffers", facts: .sample(healthy.with { $0.hardware = .sample(dumb: false) }),
            findings: ["error no-dumb-buffers card0"]),
        DiagnosisStory(
            testDescription: "a card of another seat", facts: .sample(.sample().with { $0.isOnSeat = false }),
            findings: ["warning not-on-seat card0"], remedy: "loginctl"),
        DiagnosisStory(
            testDescription: "an old driver without vblanks",
            facts: .sample(healthy.with { $0.hardware = .sample(atomic: false, vblank: false) }),
            findings: ["note legacy-modesets card0", "note timer-pacing card0"], status: .success),
        DiagnosisStory(
            testDescription: "another program is master and is known",
            facts: .sample(
                healthy.with {
                    $0.hardware = .sample(free: false)
                    $0.holder = CardHolder(processID: 77, name: "Xorg")
                }), findings: ["error another-master card0"], status: .busy, remedy: "End that program"),
        DiagnosisStory(
            testDescription: "another program is master and is not known",
            facts: .sample(healthy.with { $0.hardware = .sample(free: false) }),
            findings: ["error another-master card0"], status: .busy, remedy: "sudo screens doctor"),
        DiagnosisStory(
            testDescription: "another program is master, and root does not see which",
            facts: .sample(healthy.with { $0.hardware = .sample(free: false) }).with { $0.user.id = 0 },
            findings: ["error another-master card0"], status: .busy, remedy: "debugfs"),
        DiagnosisStory(
            testDescription: "another program is master, and nothing is connected anyway",
            facts: .sample(.sample("card0", .empty).with { $0.hardware = .sample(free: false) }),
            findings: ["error nothing-connected machine", "error another-master card0"]),
        DiagnosisStory(
            testDescription: "another program is master of one of two cards",
            facts: .sample(healthy.with { $0.hardware = .sample(free: false) }, .sample("card1", .sample())),
            findings: ["error another-master card0"], status: .success),
        DiagnosisStory(
            testDescription: "the worst comes first, across cards",
            facts: .sample(healthy.with { $0.hardware = .sample(vblank: false) }, .failing(ENODEV)).with {
                $0.hasUdev = false
            },
            findings: ["error card-gone card0", "warning no-udev machine", "note timer-pacing card0"],
            status: .success),
    ]

    @Test(arguments: stories)
    func tell(_ story: DiagnosisStory) { story.tell() }

    @Test func theMasterIsNamedOrThoseThatMayBeIt() {
        var card = Self.healthy.with { $0.hardware = .sample(free: false) }
        card.openers = [CardOpener(processID: 5, name: "kiosk")]
        #expect(Diagnosis(.sample(card)).findings.first?.message.contains("kiosk (5)") == true)
        card.holder = CardHolder(processID: 77, name: "Xorg")
        #expect(Diagnosis(.sample(card)).findings.first?.message.hasPrefix("Xorg (process 77) is") == true)
    }
}
