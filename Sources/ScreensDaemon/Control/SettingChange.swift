import Screens
import ScreensConfiguration
import ScreensJSON
import ScreensLinux
import ScreensManager
import ScreensVarlink

/// The changes to one screen's settings that a call requests. All of them are made, or none.
struct SettingChange {
    /// The settings that get a value.
    var settings = ScreenOverrides()
    /// The settings that are reset to the files' values.
    var resets: [Setting] = []
    /// The identity of an absent display whose saved settings the screen's display gets.
    var adopted: String?
    /// The time after which the former settings return, unless the new ones are confirmed.
    var confirmation: Duration?
    /// Whether the settings are saved. A change without settings saves all that were made on the screen.
    var isSaved = false

    /// Whether resets leave the saved settings as they are. Their values are then in effect again.
    var keepsSaved = false

    /// Whether saved settings change.
    var changesSaved: Bool { isSaved || !resets.isEmpty && !keepsSaved || adopted != nil }

    /// Whether the present settings are saved, and none changes.
    var onlySaves: Bool { isSaved && settings == ScreenOverrides() && resets.isEmpty && adopted == nil }

    /// The settings that are saved.
    var savedSettings: [Setting] {
        let keys = Set(settings.keys(.call))
        guard !keys.isEmpty else { return SettingTable.settings }
        return SettingTable.settings.filter { keys.contains(Spelling.call.spell($0.key)) }
    }
}

/// The parameters of `Set` and of similar methods.
extension SettingChange {
    init(set parameters: MethodRow.Parameters) throws(VarlinkError) {
        do throws(SettingProblem) {
            settings = try ScreenOverrides(call: parameters["settings"] ?? .null)
        } catch {
            throw ManagerError.invalidValue(error.key, error.message)
        }
        if let problem = settings.onlyInFiles {
            throw ManagerError.invalidValue(
                problem.key, problem.message, remedy: "write it into /etc/screens/screens.toml, as root")
        }
        if parameters["reset"]?.array != nil { resets = try Self.named(parameters, in: "reset") }
        adopted = parameters["adopt"]?.string
        isSaved = parameters["save"]?.bool ?? false
        confirmation = try Self.confirmation(parameters)
        guard settings != ScreenOverrides() || changesSaved else {
            throw ManagerError.invalidValue("settings", "must have a setting")
        }
        var rest = settings
        for setting in resets { setting.remove(&rest) }
        if rest != settings { throw ManagerError.invalidValue("reset", "names a setting that is also in settings") }
        guard confirmation != nil else { return }
        if settings == ScreenOverrides() { throw ManagerError.invalidValue("confirmSeconds", "needs a setting") }
        if isSaved {
            throw ManagerError.invalidValue(
                "save", "excludes confirmSeconds: settings on trial are saved when they are confirmed",
                remedy: "call Confirm, and then Save")
        }
    }

    private static func confirmation(_ parameters: MethodRow.Parameters) throws(VarlinkError) -> Duration? {
        guard let seconds = parameters["confirmSeconds"]?.int else { return nil }
        if let problem = ManagerInterface.secondsProblem(seconds) {
            throw ManagerError.invalidValue("confirmSeconds", problem)
        }
        return .seconds(seconds)
    }

    /// The settings that a call names; all if it names none.
    static func named(
        _ parameters: MethodRow.Parameters, in parameter: String = "keys"
    ) throws(VarlinkError) -> [Setting] {
        guard let keys = parameters[parameter]?.array?.compactMap(\.string) else { return SettingTable.settings }
        var settings: [Setting] = []
        for key in keys {
            guard let setting = SettingTable.setting(key, spelling: .call) else {
                let known = SettingTable.settings.map { Spelling.call.spell($0.key) }
                throw ManagerError.invalidValue(parameter, ValueProblem(not: key, oneOf: known).sentence)
            }
            settings.append(setting)
        }
        return settings
    }
}
