import ProgramKit

extension ManagerInterface {
    /// The text of its definition.
    package static let definition = definitionWithoutSettings + "\n" + SettingTable.varlinkTypes
}
