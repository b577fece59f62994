import Testing

@testable import ProgramKit

struct ManagerInterfaceTests {
    @Test func theDefinitionIsBuiltIn() {
        #expect(ManagerInterface.definition.contains("\ninterface \(ManagerInterface.name)\n"))
    }
}
