import Testing

@testable import ScreensManager

struct ManagerInterfaceTests {
    @Test func theDefinitionIsBuiltIn() {
        #expect(ManagerInterface.definitionWithoutSettings.contains("\ninterface \(ManagerInterface.name)\n"))
    }
}
