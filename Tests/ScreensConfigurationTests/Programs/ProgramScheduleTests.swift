import ScreensLinux
import Testing

@testable import ScreensConfiguration

/// The times when the program of a content is started and ended.
@Suite struct ProgramScheduleTests {
    private enum Event: Sendable {
        case want(ProgramSchedule.Wanted)
        case end, time
    }

    private static let cage = ContentProgram(command: ["cage"])
    private static let mpv = ContentProgram(command: ["mpv"])
    private static let film = ContentProgram(command: ["film"], pauses: true)

    private static func time(_ seconds: Int) -> MonotonicTime { .zero.advanced(by: .seconds(seconds)) }

    private typealias Step = (at: Int, event: Event, action: ProgramSchedule.Action?)

    /// The steps of each story, with the seconds since its beginning and the expected action.
    private static let stories: [(String, [Step])] = [
        (
            "its pauses double up to a minute, and it runs for ever",
            [
                (0, .want(.program(cage)), .start(cage)),
                (1, .end, .wait(until: time(2))), (2, .time, .start(cage)),
                (2, .end, .wait(until: time(4))), (4, .time, .start(cage)),
                (4, .end, .wait(until: time(8))), (8, .time, .start(cage)),
                (8, .end, .wait(until: time(16))), (16, .time, .start(cage)),
                (16, .end, .wait(until: time(32))), (32, .time, .start(cage)),
                (32, .end, .wait(until: time(64))), (64, .time, .start(cage)),
                (64, .end, .wait(until: time(124))), (124, .time, .start(cage)),
                (124, .end, .wait(until: time(184))),
            ]
        ),
        (
            "a run of a minute ends the long pauses",
            [
                (0, .want(.program(cage)), .start(cage)),
                (1, .end, .wait(until: time(2))), (2, .time, .start(cage)),
                (3, .end, .wait(until: time(5))), (5, .time, .start(cage)),
                (65, .end, .wait(until: time(66))), (66, .time, .start(cage)),
                (125, .end, .wait(until: time(127))),
            ]
        ),
        (
            "another command ends the one before, and is started after its end",
            [
                (0, .want(.program(cage)), .start(cage)), (5, .want(.program(mpv)), .stop), (6, .end, .start(mpv)),
                (7, .end, .wait(until: time(8))),
            ]
        ),
        (
            "another content ends it, and the same command starts it at once",
            [
                (0, .want(.program(cage)), .start(cage)), (5, .want(.nothing), .stop), (6, .end, nil),
                (7, .want(.program(cage)), .start(cage)),
            ]
        ),
        (
            "a command that returns before the end is started after it",
            [
                (0, .want(.program(cage)), .start(cage)), (5, .want(.nothing), .stop),
                (5, .want(.program(cage)), nil), (6, .end, .start(cage)),
            ]
        ),
        (
            "an unplug leaves it alone",
            [
                (0, .want(.program(cage)), .start(cage)), (5, .want(.absent), nil), (9, .want(.program(cage)), nil),
                (10, .end, .wait(until: time(11))),
            ]
        ),
        (
            "an end after an unplug is not a failure",
            [
                (0, .want(.program(cage)), .start(cage)), (5, .want(.absent), nil), (6, .end, nil),
                (50, .want(.program(cage)), .start(cage)),
            ]
        ),
        (
            "an end shortly before an unplug is not a failure",
            [
                (0, .want(.program(cage)), .start(cage)), (5, .end, .wait(until: time(6))), (5, .want(.absent), nil),
                (6, .time, nil), (50, .want(.program(cage)), .start(cage)), (51, .end, .wait(until: time(52))),
            ]
        ),
        (
            "a command that changes during an unplug is started at the re-plug",
            [
                (0, .want(.program(cage)), .start(cage)), (5, .want(.absent), nil), (9, .want(.program(mpv)), .stop),
                (10, .end, .start(mpv)),
            ]
        ),
        (
            "another command does not wait for the pause of the former",
            [
                (0, .want(.program(cage)), .start(cage)), (1, .end, .wait(until: time(2))),
                (1, .want(.program(mpv)), .start(mpv)), (2, .time, nil), (3, .end, .wait(until: time(4))),
            ]
        ),
        (
            "a program goes on while another terminal is shown, and none is started",
            [
                (0, .want(.program(cage)), .start(cage)), (1, .want(.hidden), nil), (2, .want(.program(cage)), nil),
                (3, .want(.hidden), nil), (4, .end, nil), (5, .time, nil), (9, .want(.program(cage)), .start(cage)),
            ]
        ),
        (
            "a program that pauses is stopped meanwhile",
            [
                (0, .want(.program(film)), .start(film)), (1, .want(.hidden), .pause),
                (2, .want(.program(film)), .resume), (3, .want(.hidden), .pause), (4, .want(.absent), nil),
                (5, .want(.hidden), nil), (6, .want(.program(film)), .resume), (7, .want(.hidden), .pause),
                (8, .want(.program(mpv)), .stop), (9, .want(.hidden), nil), (10, .end, nil),
            ]
        ),
        (
            "nothing is started early, without a display, or twice",
            [
                (0, .time, nil), (0, .end, nil), (0, .want(.absent), nil), (1, .want(.nothing), nil),
                (2, .want(.program(cage)), .start(cage)), (2, .want(.program(cage)), nil),
                (3, .end, .wait(until: time(4))), (3, .time, .wait(until: time(4))), (4, .time, .start(cage)),
                (4, .time, nil),
            ]
        ),
    ]

    @Test func thePictureStaysForANextProgramThatFollowsSoon() {
        var schedule = ProgramSchedule()
        #expect(!schedule.keepsPicture(at: Self.time(0)))
        _ = schedule.want(.program(Self.cage), at: Self.time(0))
        _ = schedule.programEnded(at: Self.time(5))
        // The pause is the shortest.
        #expect(schedule.keepsPicture(at: Self.time(5)))
        _ = schedule.timeCame(at: Self.time(6))
        _ = schedule.programEnded(at: Self.time(7))
        // The pause is two seconds.
        #expect(!schedule.keepsPicture(at: Self.time(7)))
        _ = schedule.timeCame(at: Self.time(9))
        // Another program starts at once.
        #expect(schedule.want(.program(Self.mpv), at: Self.time(10)) == .stop)
        #expect(!schedule.keepsPicture(at: Self.time(10)))
        #expect(schedule.programEnded(at: Self.time(11)) == .start(Self.mpv))
        #expect(schedule.keepsPicture(at: Self.time(11)))
        // No program is wanted.
        _ = schedule.want(.nothing, at: Self.time(12))
        _ = schedule.programEnded(at: Self.time(13))
        #expect(!schedule.keepsPicture(at: Self.time(13)))
    }

    @Test(arguments: stories.indices)
    func eachStoryHasItsActions(_ index: Int) {
        let (name, steps) = Self.stories[index]
        var schedule = ProgramSchedule()
        for (number, step) in steps.enumerated() {
            let now = Self.time(step.at)
            let action =
                switch step.event {
                case .want(let wanted): schedule.want(wanted, at: now)
                case .end: schedule.programEnded(at: now)
                case .time: schedule.timeCame(at: now)
                }
            #expect(action == step.action, "\(name): step \(number + 1)")
        }
    }
}
