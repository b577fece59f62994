import Testing

@testable import ScreensProgramKit

struct ManagerInterfaceTests {
    @Test func theDefinitionIsBuiltIn() {
        #expect(ManagerInterface.definitionWithoutSettings.contains("\ninterface \(ManagerInterface.name)\n"))
    }
}
