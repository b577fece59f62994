import ScreensLinux
import Testing

@testable import ScreensConfiguration

/// The times at which a lent screen is looked at, and revoked.
struct LendingScheduleTests {
    private enum Event: Sendable {
        case begin, handOver, time
        case looked(Bool)
        case outdated(Bool)
    }

    /// An event with the expected action, the expected next change, and whether there is a picture.
    private typealias Step = (at: Int, event: Event, action: LendingSchedule.Action?, next: Int?, hasPicture: Bool)

    /// The steps of each story, in milliseconds since its beginning.
    private static let stories: [(String, [Step])] = [
        (
            "looks become rarer, up to ten seconds, and end with the picture",
            [
                (0, .begin, nil, 0, false), (0, .time, .look, nil, false), (0, .time, nil, nil, false),
                (10, .looked(false), nil, 260, false), (259, .time, nil, 260, false), (260, .time, .look, nil, false),
                (260, .looked(false), nil, 760, false), (760, .time, .look, nil, false),
                (760, .looked(false), nil, 1760, false), (1760, .time, .look, nil, false),
                (1760, .looked(false), nil, 3760, false), (3760, .time, .look, nil, false),
                (3760, .looked(false), nil, 7760, false), (7760, .time, .look, nil, false),
                (7760, .looked(false), nil, 15760, false), (15760, .time, .look, nil, false),
                (15760, .looked(false), nil, 25760, false), (25760, .time, .look, nil, false),
                (25760, .looked(false), nil, 35760, false), (35760, .time, .look, nil, false),
                (35770, .looked(true), nil, nil, true), (90000, .time, nil, nil, true),
            ]
        ),
        (
            "a program of a former content has fifteen seconds",
            [
                (0, .outdated(true), nil, 15000, false), (9000, .outdated(true), nil, 15000, false),
                (14999, .time, nil, 15000, false), (15000, .time, .revoke, nil, false), (15000, .time, nil, nil, false),
            ]
        ),
        (
            "a content that returns forgets that",
            [
                (0, .outdated(true), nil, 15000, false), (9000, .outdated(false), nil, nil, false),
                (15000, .time, nil, nil, false), (16000, .outdated(true), nil, 31000, false),
            ]
        ),
        (
            "both go on side by side",
            [
                (0, .begin, nil, 0, false), (0, .time, .look, nil, false), (0, .outdated(true), nil, 15000, false),
                (14900, .looked(false), nil, 15000, false), (15200, .time, .look, 15000, false),
                (15200, .time, .revoke, nil, false),
            ]
        ),
        (
            "a screen that is handed over has no picture, and is not looked at",
            [
                (0, .begin, nil, 0, false), (0, .time, .look, nil, false), (0, .looked(true), nil, nil, true),
                (5, .handOver, nil, nil, false), (90000, .time, nil, nil, false),
            ]
        ),
    ]

    @Test(arguments: stories.indices)
    func eachStoryHasItsActions(_ index: Int) {
        let (name, steps) = Self.stories[index]
        let time = { (milliseconds: Int) in MonotonicTime.zero.advanced(by: .milliseconds(milliseconds)) }
        var schedule = LendingSchedule()
        for (number, step) in steps.enumerated() {
            let now = time(step.at)
            var action: LendingSchedule.Action?
            switch step.event {
            case .begin: schedule.leaseBegan(at: now)
            case .handOver: schedule.handOver()
            case .looked(let isThere): schedule.looked(isThere: isThere, at: now)
            case .outdated(let isOutdated): schedule.take(isOutdated: isOutdated, at: now)
            case .time: action = schedule.timeCame(at: now)
            }
            #expect(action == step.action, "\(name): step \(number + 1)")
            #expect(schedule.nextChange == step.next.map(time), "\(name): step \(number + 1)")
            #expect(schedule.hasPicture == step.hasPicture, "\(name): step \(number + 1)")
        }
    }
}
