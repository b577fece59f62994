import Glibc
import Testing

@testable import Screens

@Suite struct DarknessTests {
    private static let mode = ScreenMode.make(0, 640, 480, 60)
    private static let busy = ScreenError(.busy, operation: "become master of", object: "card0", errno: EBUSY)
    private static let lost = ScreenError(.cardLost, operation: "use", object: "card0", errno: ENODEV)
    private static let denied = ScreenError(.permissionDenied, operation: "open", object: "card0", errno: EACCES)
    private static let refused = DarkState(.modesetFailed, message: "refused", errno: EINVAL, tried: [mode])

    private static func facts(
        _ connector: ConnectorState = .make(1), isCardDriven: Bool = true, isPaused: Bool = false, isOn: Bool = true,
        exclusion: String? = nil, problem: ScreenError? = nil, failure: DarkState? = nil, lacksCRTC: Bool = false
    ) -> Darkness.Facts {
        Darkness.Facts(
            connector: connector, isCardDriven: isCardDriven, isPaused: isPaused, isOn: isOn, exclusion: exclusion,
            cardProblem: problem, master: problem?.code == .busy ? CardMaster(processID: 7, name: "Xorg") : nil,
            failure: failure,
            lacksCRTC: lacksCRTC, crtcCount: 1)
    }

    @Test(
        arguments: [
            (facts(.make(1, .disconnected)), .disconnected),
            (facts(.make(1, .disconnected), isOn: false), .disconnected),
            (facts(.make(1, modes: [])), .noModes), (facts(isOn: false), .off),
            (facts(isPaused: true), .sessionInactive),
            (facts(isPaused: true, isOn: false), .off), (facts(isOn: false, problem: busy), .off),
            (facts(problem: busy), .notMaster), (facts(problem: lost), .cardLost), (facts(problem: denied), .unused),
            (facts(failure: refused), .modesetFailed), (facts(lacksCRTC: true), .noCRTC), (facts(), .unused),
            (facts(isCardDriven: false), .unused), (facts(isCardDriven: false, isOn: false), .unused),
            (facts(.make(1, current: mode), isCardDriven: false), nil), (facts(.make(1, current: mode)), nil),
        ] as [(Darkness.Facts, DarkReason?)])
    func everyDarkScreenHasItsReason(_ facts: Darkness.Facts, _ reason: DarkReason?) {
        #expect(Darkness.state(facts)?.reason == reason)
    }

    @Test func aCardWithOneCRTCDrivesOneScreen() {
        let message = Darkness.state(Self.facts(lacksCRTC: true))?.message
        #expect(message == "the card can drive only 1 screen at once")
    }

    @Test func theStateNamesTheMasterAndTheError() {
        #expect(Darkness.state(Self.facts(failure: Self.refused))?.tried == [Self.mode])
        let busy = Darkness.state(Self.facts(problem: Self.busy))
        #expect(busy?.master == CardMaster(processID: 7, name: "Xorg") && busy?.errno == EBUSY)
    }
}
