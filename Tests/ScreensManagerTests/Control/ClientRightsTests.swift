import Testing

@testable import ScreensManager

struct ClientRightsTests {
    @Test func eachRightHasASocketBesideTheMainOne() {
        let main = "/run/screens/screens.Manager"
        let paths = ClientRights.allCases.map { $0.path(beside: main) }
        #expect(
            paths == [
                main, "/run/screens/screens.Operator", "/run/screens/screens.Reader", "/run/screens/screens.Content",
                "/run/screens/screens.Power", "/run/screens/screens.Presence",
            ])
        for path in paths { #expect(path.map(ClientRights.mainPath) == main) }
    }

    @Test(arguments: ["/tmp/socket", "@screens.Manager", "/run/screens.Manager.x", "/run/screens.Other", ""])
    func aSocketOfAnotherNameIsAlone(path: String) {
        #expect(ClientRights.all.path(beside: path) == path)
        for rights in ClientRights.allCases where rights != .all { #expect(rights.path(beside: path) == nil) }
        #expect(ClientRights.mainPath(beside: path) == path)
    }

    /// The daemon has one lock, beside its main socket.
    @Test func theSocketsOfADaemonHaveOneLock() {
        let locks = ClientRights.allCases.map { ManagerInterface.lockPath(of: "/run/a/screens.\($0.socketName)") }
        #expect(Set(locks) == ["/run/a/screens.Manager.lock"])
        #expect(DaemonLocation(option: "/run/screens/screens.Operator").isOfService)
    }
}
