import Testing

@testable import Screens

@Suite struct ScreenDifferenceTests {
    private func screen(_ connection: UInt64, _ change: (inout [ScreenMode]) -> Void = { _ in }) -> Screen {
        var modes = [ScreenMode.make(0, 640, 480, 60)]
        change(&modes)
        return .make(connection: connection, modes: modes)
    }

    @Test func anUnchangedScreenCausesNoEvent() {
        #expect(ScreenDifference.events(from: [screen(1)], to: [screen(1)]).isEmpty)
    }

    @Test func disconnectsComeBeforeConnects() {
        #expect(
            ScreenDifference.events(from: [screen(1)], to: [screen(2)])
                == [.disconnected(screen(1)), .connected(screen(2))])
    }

    @Test func aChangeNamesTheChangedProperties() {
        let other = screen(1) { $0.append(.make(1, 800, 600, 60, preferred: true)) }
        #expect(
            ScreenDifference.events(from: [screen(1)], to: [other])
                == [.changed(other, [.availableModes, .preferredMode])])
    }
}
