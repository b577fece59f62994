import Testing

@testable import ProgramKit

struct ManagerInterfaceTests {
    @Test func theDefinitionIsBuiltIn() {
        #expect(ManagerInterface.definitionWithoutSettings.contains("\ninterface \(ManagerInterface.name)\n"))
    }
}
