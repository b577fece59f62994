import ScreensManager
import Testing

@testable import ScreensDaemon

struct ControlDoorTests {
    @Test(
        arguments: [
            ("manager", .all), ("operator", .operating), ("reader", .reading), ("content", .contents),
            ("presence", .presence),
            // A unit without a name for its socket, and a program that passes sockets without names.
            ("screensd.socket", .all), ("", .all), ("unknown", .all),
            // A later version.
            ("sound", nil), ("Manager", nil), ("manager ", nil),
        ] as [(String, ClientRights?)])
    func aPassedSocketGivesTheRightsOfItsName(name: String, rights: ClientRights?) {
        #expect(ControlDoor.rights(ofPassed: name) == rights)
    }
}
