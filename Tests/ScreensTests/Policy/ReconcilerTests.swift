import ScreensKMS
import Testing

@testable import Screens

/// The plans by which the connectors of a card show the configuration.
@Suite struct ReconcilerTests {
    private typealias Plan = Reconciler.Plan

    private static let small = ScreenMode.make(0, 640, 480, 60)
    private static let large = ScreenMode.make(1, 800, 600, 60)

    private static func slot(
        _ connector: ConnectorID, crtcs: CRTCMask = 0b11, isRequested: Bool = true, mayBeSet: Bool = true,
        _ candidates: [ScreenMode] = [small], source: ScreenRoles.Source = .own, options: PipeOptions = PipeOptions(),
        enabled: Reconciler.Enabled? = nil, fedBy crtc: CRTCIndex? = nil, isToBeDark: Bool = false,
        leased: CRTCIndex? = nil
    ) -> Reconciler.Slot {
        Reconciler.Slot(
            connector: connector, possibleCRTCs: crtcs, crtc: crtc, isRequested: isRequested, isToBeDark: isToBeDark,
            mayBeSet: mayBeSet, policy: .largest, candidates: candidates, source: source, options: options,
            enabled: enabled, leasedCRTC: leased)
    }

    private static func enabled(
        _ mode: ScreenMode = small, crtc: CRTCIndex = 0, options: PipeOptions = PipeOptions(),
        source: ScreenRoles.Source = .own, needsModeset: Bool = false
    ) -> Reconciler.Enabled {
        Reconciler.Enabled(
            mode: mode, crtc: crtc, options: options, adjustment: options.adjustment, source: source,
            needsModeset: needsModeset)
    }

    private static func modeset(
        _ connector: ConnectorID, crtc: CRTCIndex, _ candidates: [ScreenMode] = [small], replaces: Bool
    ) -> Reconciler.Modeset {
        Reconciler.Modeset(
            connector: connector, crtc: crtc, policy: .largest, candidates: candidates, replaces: replaces)
    }

    private static let turned: PipeOptions = {
        var options = PipeOptions()
        options.orientation = .clockwise
        return options
    }()
    private static let warm: PipeOptions = {
        var options = PipeOptions()
        options.adjustment.temperature = 3000
        return options
    }()
    private static let other = ScreenID(card: "card1", connector: 9, session: 1, connection: 1)
    private static let another = ScreenID(card: "card1", connector: 8, session: 1, connection: 2)

    struct Case: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let slots: [Reconciler.Slot]
        var crtcCount = 2
        var leasedToAbsent: Set<CRTCIndex> = []
        let plan: Reconciler.Plan
    }

    static let cases: [Case] = [
        Case(testDescription: "nothing is connected", slots: [], plan: Plan()),
        Case(
            testDescription: "another program has leased it",
            slots: [slot(1, fedBy: 0, leased: 0), slot(2)],
            plan: Plan(modesets: [modeset(2, crtc: 1, replaces: false)])),
        Case(
            testDescription: "a leased one is off, and the other finds no CRTC",
            slots: [slot(1, isRequested: false, fedBy: 0, isToBeDark: true, leased: 0), slot(2, crtcs: 0b1)],
            plan: Plan(lackingCRTC: [2])),
        Case(
            testDescription: "the CRTC of a leased connector that has gone is not free",
            slots: [slot(1)], leasedToAbsent: [0],
            plan: Plan(modesets: [modeset(1, crtc: 1, replaces: false)])),
        Case(
            testDescription: "another program's picture on a screen that is to be off",
            slots: [slot(1, isRequested: false, fedBy: 1, isToBeDark: true)],
            plan: Plan(clears: [.init(connector: 1, crtc: 1)])),
        Case(
            testDescription: "another program's picture if nothing is requested",
            slots: [slot(1, isRequested: false, fedBy: 1)], plan: Plan()),
        Case(
            testDescription: "another program's picture on two connectors, of which one is to be off",
            slots: [
                slot(1, isRequested: false, fedBy: 1, isToBeDark: true), slot(2, isRequested: false, fedBy: 1),
            ], plan: Plan()),
        Case(
            testDescription: "our picture on a screen that is to be off",
            slots: [slot(1, isRequested: false, enabled: enabled(), fedBy: 0, isToBeDark: true)],
            plan: Plan(disables: [1])),
        Case(
            testDescription: "two dark screens are enabled together", slots: [slot(1), slot(2)],
            plan: Plan(modesets: [modeset(1, crtc: 0, replaces: false), modeset(2, crtc: 1, replaces: false)])),
        Case(
            testDescription: "a screen that is as configured is left alone", slots: [slot(1, enabled: enabled())],
            plan: Plan()),
        Case(
            testDescription: "a screen that is no longer requested is disabled",
            slots: [slot(1, isRequested: false, enabled: enabled())], plan: Plan(disables: [1])),
        Case(
            testDescription: "another mode is set on the CRTC that the screen has",
            slots: [slot(1, [large, small], enabled: enabled(crtc: 1))],
            plan: Plan(modesets: [modeset(1, crtc: 1, [large, small], replaces: true)])),
        Case(
            testDescription: "another orientation needs a modeset",
            slots: [slot(1, options: turned, enabled: enabled())],
            plan: Plan(modesets: [modeset(1, crtc: 0, replaces: true)])),
        Case(
            testDescription: "other colours need none", slots: [slot(1, options: warm, enabled: enabled())],
            plan: Plan(adjustments: [.init(connector: 1, colors: warm.adjustment)])),
        Case(
            testDescription: "unless the driver has refused to change them",
            slots: [slot(1, options: warm, enabled: enabled(needsModeset: true))],
            plan: Plan(modesets: [modeset(1, crtc: 0, replaces: true)])),
        Case(
            testDescription: "a mirror of another screen follows it without a modeset",
            slots: [slot(1, source: .mirror(of: other), enabled: enabled(source: .mirror(of: another)))], plan: Plan()),
        Case(
            testDescription: "a screen becomes a mirror by a modeset",
            slots: [slot(1, source: .mirror(of: other), enabled: enabled())],
            plan: Plan(modesets: [modeset(1, crtc: 0, replaces: true)])),
        Case(
            testDescription: "a display that has lost its modes goes on", slots: [slot(1, [], enabled: enabled())],
            plan: Plan()),
        Case(testDescription: "one without modes is not enabled", slots: [slot(1, [])], plan: Plan()),
        Case(
            testDescription: "one that waits for a retry is left alone", slots: [slot(1, mayBeSet: false)],
            plan: Plan()),
        Case(
            testDescription: "a running one that waits for a retry goes on",
            slots: [slot(1, mayBeSet: false, [large], enabled: enabled())], plan: Plan()),
        Case(
            testDescription: "a running screen keeps its CRTC, and a new one gets none",
            slots: [slot(1, crtcs: 1, enabled: enabled()), slot(2, crtcs: 1)], crtcCount: 1,
            plan: Plan(lackingCRTC: [2])),
        Case(
            testDescription: "a change and a new screen are set together",
            slots: [slot(1, [large], enabled: enabled()), slot(2)],
            plan: Plan(modesets: [modeset(1, crtc: 0, [large], replaces: true), modeset(2, crtc: 1, replaces: false)])),
        Case(
            testDescription: "a CRTC that is to be disabled is free for another",
            slots: [slot(1, crtcs: 1, isRequested: false, enabled: enabled()), slot(2, crtcs: 1)], crtcCount: 1,
            plan: Plan(disables: [1], modesets: [modeset(2, crtc: 0, replaces: false)])),
    ]

    @Test(arguments: cases) func thePlanFollowsFromTheSlots(_ sample: Case) {
        let plan = Reconciler.plan(
            sample.slots, crtcCount: sample.crtcCount, leasedToAbsent: sample.leasedToAbsent)
        #expect(plan == sample.plan)
    }
}
