import ScreensJSON
import ScreensVarlink
import Testing

@testable import ScreensDaemon

/// Names that match no screen.
struct ScreenNameTests {
    private static let list = "`screens list --all` lists the names"

    @Test(
        arguments: [
            ("HDMI-A-2", "did you mean 'HDMI-A-1'? \(list)"),
            ("card1/HDMI-A1", "did you mean 'card1/HDMI-A-1'? \(list)"), ("VGA-1-2-3", list),
        ])
    func anUnknownNameNamesTheNearest(name: String, remedy: String) {
        let error = ManagerError.noSuchScreen(name, among: ["HDMI-A-1", "card1/HDMI-A-1"])
        #expect(error.parameters == ["screen": .string(name), "remedy": .string(remedy)])
    }
}
