import Glibc
import Testing

@testable import ProgramSamples
@testable import Screens
@testable import ScreensDoctor

/// The reasons why a card cannot be opened, as stories.
struct AccessDiagnosisTests {
    private static let healthy = CardFacts.sample("card0", .sample())

    private static let stories: [DiagnosisStory] = [
        DiagnosisStory(
            testDescription: "the user is not in the group",
            facts: .sample(.failing(EACCES)).with {
                $0.user.groups = [1000]
                $0.user.groupsInDatabase = [1000]
            },
            findings: ["error notInGroup card0"], status: .noPermission, remedy: "usermod -aG video kim"),
        DiagnosisStory(
            testDescription: "the user is not in the group, and sits at another machine",
            facts: .sample(.failing(EACCES, node: .sample(seat: true))).with {
                $0.user.groups = []
                $0.user.groupsInDatabase = []
            }, findings: ["error notInGroup card0"], status: .noPermission, remedy: "at the machine itself"),
        DiagnosisStory(
            testDescription: "the user is not in the group, in a container",
            facts: .sample(.failing(EACCES)).with {
                $0.isContainer = true
                $0.user.groups = []
                $0.user.groupsInDatabase = []
            }, findings: ["error notInGroup card0"], status: .noPermission, remedy: "--group-add 44"),
        DiagnosisStory(
            testDescription: "the user has joined the group since the login",
            facts: .sample(.failing(EACCES)).with { $0.user.groups = [1000] },
            findings: ["error loginWithoutGroup card0"], status: .noPermission, remedy: "newgrp video"),
        DiagnosisStory(
            testDescription: "the device is for root alone",
            facts: .sample(.failing(EACCES, node: .sample(mode: 0o600))), findings: ["error noPermission card0"],
            status: .noPermission, remedy: "udev"),
        DiagnosisStory(
            testDescription: "the device is for root's own group",
            facts: .sample(.failing(EACCES, node: .sample(group: 0, name: "root"))),
            findings: ["error noPermission card0"], status: .noPermission),
        DiagnosisStory(
            testDescription: "the daemon shows pictures on the card that this user may not open",
            facts: .sample(.failing(EACCES).with { $0.isDaemons = true }).with {
                $0.user.groups = [1000]
                $0.user.groupsInDatabase = [1000]
            },
            findings: ["note notInGroup card0"], status: .success),
        DiagnosisStory(
            testDescription: "the group may, but something else denies access", facts: .sample(.failing(EACCES)),
            findings: ["error accessBlocked card0"], status: .noPermission, remedy: "security module"),
        DiagnosisStory(
            testDescription: "the container's device rules forbid it",
            facts: .sample(.failing(EPERM)).with { $0.user.id = 0 }, findings: ["error accessBlocked card0"],
            status: .noPermission, remedy: "--device /dev/dri/card0"),
        DiagnosisStory(
            testDescription: "no device node", facts: .sample(.failing(ENOENT, node: nil)),
            findings: ["error noDeviceNode card0"], remedy: "udev"),
        DiagnosisStory(
            testDescription: "no device node in a container",
            facts: .sample(.failing(ENOENT, node: nil)).with { $0.isContainer = true },
            findings: ["error noDeviceNode card0"], remedy: "--device /dev/dri"),
        DiagnosisStory(
            testDescription: "no permission for another card",
            facts: .sample(healthy, .failing(EACCES)).with {
                $0.user.groups = []
                $0.user.groupsInDatabase = []
            },
            findings: ["error notInGroup card0"], status: .success),
    ]

    @Test(arguments: stories)
    func findingsFollowFromTheFacts(_ story: DiagnosisStory) { story.check() }
}
