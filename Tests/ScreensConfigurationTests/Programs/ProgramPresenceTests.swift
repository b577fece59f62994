import Screens
import ScreensLinux
import Testing

@testable import ScreensConfiguration

/// The state of a program as the content of a screen.
struct ProgramPresenceTests {
    private static let mpv = ProgramPresence.Use.blank(Lessee(name: "mpv", processID: 7), isContent: true)
    private static let shell = ProgramPresence.Use.blank(Lessee(name: "shell", processID: 8), isContent: false)

    private static let waits = ProgramPresence.State.waiting("waits for mpv.service")
    private static let waitsForPicture = ProgramPresence.State.waiting("waits for a picture of 'mpv'")
    private static let waitsAgain = ProgramPresence.State.waiting(
        "'mpv' has ended, and waits to be started by mpv.service")
    private static let missing = ProgramPresence.State.failed("no program shows its content")
    private static let blank = ProgramPresence.State.failed("'mpv' has the screen and shows no picture")
    private static let gone = ProgramPresence.State.failed("'mpv' has ended without a picture, or does not return")

    /// A use that is taken, or nil for the time, with the expected state and the expected next change.
    private typealias Step = (at: Int, use: ProgramPresence.Use?, state: ProgramPresence.State?, next: Int?)

    /// The steps of each story, in seconds since its beginning.
    private static let stories: [(String, [Step])] = [
        ("no program is missing while none has to run", [(0, .off, .shown, nil), (90, nil, nil, nil)]),
        (
            "a program that comes in time is shown",
            [
                (0, .missing, waits, 10), (9, nil, nil, 10), (9, mpv, waitsForPicture, 39), (38, nil, nil, 39),
                (38, .drawn, .shown, nil), (90, nil, nil, nil),
            ]
        ),
        (
            "one that does not come has failed",
            [(0, .missing, waits, 10), (10, nil, missing, nil), (90, nil, nil, nil)]
        ),
        ("one without a picture has failed later", [(0, mpv, waitsForPicture, 30), (30, nil, blank, nil)]),
        (
            "a restart within ten seconds is not a failure",
            [
                (0, mpv, waitsForPicture, 30), (1, .drawn, .shown, nil), (60, .missing, waitsAgain, 70),
                (65, mpv, waitsForPicture, 95), (66, .drawn, .shown, nil),
            ]
        ),
        (
            "programs that end without a picture lengthen nothing",
            [
                (0, .missing, waits, 10), (4, mpv, waitsForPicture, 34), (5, .missing, waitsAgain, 10),
                (8, mpv, waitsForPicture, 38), (9, .missing, waitsAgain, 10), (10, nil, gone, nil),
            ]
        ),
        (
            "after ten seconds without a picture, the next end is a failure at once",
            [
                (0, .missing, waits, 10), (4, mpv, waitsForPicture, 34), (20, .missing, waitsAgain, 20),
                (20, nil, gone, nil),
            ]
        ),
        (
            "after a failure a picture has to stay",
            [
                (0, .missing, waits, 10), (10, nil, missing, nil), (20, mpv, blank, 50), (21, .drawn, nil, 31),
                (25, .missing, gone, 35), (26, mpv, blank, 56), (27, .drawn, nil, 37), (37, nil, .shown, nil),
                (50, .missing, waitsAgain, 60),
            ]
        ),
        (
            "a failure outlasts the time in which none has to run",
            [(0, .missing, waits, 10), (10, nil, missing, nil), (20, .off, nil, nil), (30, .missing, missing, 40)]
        ),
        (
            "another program's name is not the content's",
            [
                (0, shell, .waiting("waits for a picture of 'shell'"), 30), (1, .missing, waits, 11),
                (1, .missing, nil, 11),
            ]
        ),
    ]

    @Test(arguments: stories.indices)
    func eachStoryHasItsStates(_ index: Int) {
        let (name, steps) = Self.stories[index]
        let time = { (seconds: Int) in MonotonicTime.zero.advanced(by: .seconds(seconds)) }
        var presence = ProgramPresence(unit: "mpv.service")
        for (number, step) in steps.enumerated() {
            let now = time(step.at)
            let state = step.use.map { presence.take($0, at: now) } ?? presence.timeCame(at: now)
            #expect(state == step.state, "\(name): step \(number + 1)")
            #expect(presence.nextChange == step.next.map(time), "\(name): step \(number + 1)")
        }
    }
}
