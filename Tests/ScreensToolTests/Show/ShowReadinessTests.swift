import Testing

@testable import ProgramSamples
@testable import Screens
@testable import ScreensTool

/// The obstacles between a user's request and a picture, as stories.
struct ShowReadinessTests {
    private static let master = CardMaster(processID: 77, name: "Xorg")
    private static let busy = DarkState(.notMaster, message: "busy", master: master)
    private static let away = DarkState(.sessionInactive, message: "another session uses the displays")
    private static let refused = DarkState(.modesetFailed, message: "no usable mode")

    struct Story: Sendable, CustomTestStringConvertible {
        let testDescription: String
        var cards = [Card.sample()]
        var connectors: [Screen] = []
        var names: [String] = []
        var lit: [String] = []
        var blocking: Int32?
        var waiting: String?
        var daemonCards: Set<String> = []
    }

    private static func ignored(_ name: String) -> Screen {
        Screen.lit(name).ignored(FirmwareCard.darkness)
    }

    private static let stories = [
        Story(testDescription: "no card", cards: [], blocking: 69, waiting: "waiting for a graphics card"),
        Story(
            testDescription: "no card, and a screen is named", cards: [], names: ["DP-1"], blocking: 69,
            waiting: "waiting for a graphics card"),
        Story(
            testDescription: "no display", connectors: [.empty("DP-1")], blocking: 69,
            waiting: "waiting for a display"),
        Story(
            testDescription: "external screens go first",
            connectors: [.lit("eDP-1", role: .internal), .lit("DP-1")], lit: ["DP-1"]),
        Story(
            testDescription: "built-in screens if there are no others",
            connectors: [.lit("eDP-1", role: .internal), .empty("DP-1")], lit: ["eDP-1"]),
        Story(
            testDescription: "the named display is not plugged in",
            connectors: [.empty("DP-1"), .lit("DP-2")], names: ["DP-1"], blocking: 66,
            waiting: "waiting for a display on DP-1"),
        Story(
            testDescription: "the firmware's framebuffer is named, beside a card of the hardware",
            connectors: [ignored("Unknown-1"), .lit("DP-2")], names: ["Unknown-1"], blocking: 69,
            waiting: "waiting for Unknown-1, which stays dark: \(FirmwareCard.darkness.message)"),
        Story(
            testDescription: "one of two named ones is missing",
            connectors: [.lit("DP-2")], names: ["DP-2", "DP-3"], lit: ["DP-2"], blocking: 66,
            waiting: "waiting for DP-3: no connector has that name; did you mean 'DP-2'?"),
        Story(
            testDescription: "a name that two cards have",
            connectors: [.lit("DP-1", card: "/dev/dri/card0"), .lit("DP-1")], names: ["DP-1"],
            lit: ["DP-1", "DP-1"], blocking: 64),
        Story(
            testDescription: "another program is master", connectors: [.dark("DP-1", busy)], blocking: 75,
            waiting: "waiting for /dev/dri/card1, which is in use by Xorg (process 77)"),
        Story(
            testDescription: "the daemon is master",
            connectors: [
                .dark(
                    "DP-1", DarkState(.notMaster, message: "busy", master: CardMaster(processID: 7, name: "screensd")))
            ], blocking: 75,
            waiting: "waiting for /dev/dri/card1, which is in use by screensd (process 7), the daemon of this command: "
                + "`screens set` changes its pictures, and `systemctl stop 'screensd*'` stops it"),
        Story(
            testDescription: "the daemon is master, and this user cannot see that",
            connectors: [.dark("DP-1", DarkState(.notMaster, message: "busy"))], blocking: 75,
            waiting: "waiting for /dev/dri/card1, which is in use by screensd, the daemon of this command: "
                + "`screens set` changes its pictures, and `systemctl stop 'screensd*'` stops it",
            daemonCards: ["/dev/dri/card1"]),
        Story(
            testDescription: "another program that this user cannot see is master, beside a daemon for another card",
            connectors: [.dark("DP-1", DarkState(.notMaster, message: "busy"))], blocking: 75,
            waiting: "waiting for /dev/dri/card1, which is in use by another program",
            daemonCards: ["/dev/dri/card0"]),
        Story(
            testDescription: "another program is master of one of two cards",
            connectors: [.lit("DP-1", card: "/dev/dri/card0"), .dark("DP-2", busy)], lit: ["DP-1"]),
        Story(
            testDescription: "no permission for the only card", cards: [.denied()], blocking: 77),
        Story(
            testDescription: "no permission for the named card", cards: [.sample("/dev/dri/card0"), .denied()],
            connectors: [.lit("DP-1", card: "/dev/dri/card0")], names: ["card1/DP-1"], blocking: 77),
        Story(
            testDescription: "no permission for another card", cards: [.sample("/dev/dri/card0"), .denied()],
            connectors: [.lit("DP-1", card: "/dev/dri/card0")], lit: ["DP-1"]),
        Story(
            testDescription: "no permission for a card whose console sysfs shows", cards: [.denied()],
            connectors: [.lit("DP-1")], blocking: 77),
        Story(
            testDescription: "no permission for a named card that sysfs knows", cards: [.denied()],
            connectors: [.dark("DP-1", DarkState(.unused, message: "unused"))], names: ["DP-1"], blocking: 77),
        Story(
            testDescription: "the only card cannot be read", cards: [.broken()], blocking: 71,
            waiting: "waiting: cannot open /dev/dri/card1: Cannot allocate memory"),
        Story(
            testDescription: "the named card cannot be read", cards: [.broken()], names: ["card1/DP-1"], blocking: 71,
            waiting: "waiting: cannot open /dev/dri/card1: Cannot allocate memory"),
        Story(
            testDescription: "another program is master, and the named display is not plugged in", cards: [.busy()],
            connectors: [.empty("DP-1")], names: ["DP-2"], blocking: 66,
            waiting: "waiting for DP-2: no connector has that name; did you mean 'DP-1'?"),
        Story(
            testDescription: "another program is master, and no display is plugged in", cards: [.busy()],
            connectors: [.empty("DP-1")], blocking: 69, waiting: "waiting for a display"),
        Story(
            testDescription: "no mode can be set", connectors: [.dark("DP-1", refused)], blocking: 69,
            waiting: "waiting for DP-1, which stays dark: no usable mode"),
        Story(
            testDescription: "another terminal is shown, which is not an obstacle", connectors: [.dark("DP-1", away)]),
    ]

    @Test(arguments: stories)
    func theObstaclesFollowFromTheScreens(_ story: Story) {
        let readiness = ShowReadiness(
            cards: story.cards, connectors: story.connectors, names: story.names, daemonCards: { story.daemonCards })
        #expect(readiness.lit.map(\.name) == story.lit)
        #expect(readiness.blocking?.failure.status.rawValue == story.blocking)
        if let waiting = story.waiting { #expect(readiness.blocking?.waiting == waiting) }
    }

    @Test func aFinalObstacleIsNotWaitedFor() {
        let denied = ShowReadiness(cards: [.denied()], connectors: [], names: [])
        #expect(denied.blocking?.isFinal() == true)
        #expect(denied.blocking?.failure.message.contains("video") == true)
        #expect(ShowReadiness(cards: [], connectors: [], names: []).blocking?.isFinal() == false)
        #expect(ShowReadiness(cards: [.broken()], connectors: [], names: []).blocking?.isFinal() == false)
    }

    @Test func onlyOneScreenOfAWallIsDrawn() {
        let size = Size(width: 10, height: 10)
        var screens = ["DP-1", "DP-2", "DP-3"].map { Screen.lit($0) }
        for (index, isLeader) in [(1, true), (2, false)] {
            screens[index] = screens[index].showing(
                WallPart(region: Rectangle(size), surface: size, isLeader: isLeader))
        }
        let readiness = ShowReadiness(cards: [.sample()], connectors: screens, names: [])
        #expect(readiness.lit.map(\.name) == ["DP-1", "DP-2", "DP-3"])
        #expect(readiness.drawn.map(\.name) == ["DP-1", "DP-2"])
    }
}
