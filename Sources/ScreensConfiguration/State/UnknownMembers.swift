import ScreensJSON

/// The members of a saved entry that this version does not know, as another version wrote them. They have no effect,
/// and stay in the file.
struct UnknownMembers: Sendable, Hashable {
    /// The members of the entry itself.
    var entry: [String: JSONValue] = [:]
    /// The settings, by key. A setting with an unknown part, such as an unknown kind of content, is kept as a whole.
    var settings: [String: JSONValue] = [:]
    /// The unknown values that the settings replaced, by key.
    var replaced: [String: JSONValue] = [:]

    /// Removes the values of some settings. Settings that this version does not know stay.
    mutating func remove(_ removed: [Setting]) {
        for setting in removed {
            settings[Spelling.call.spell(setting.key)] = nil
            replaced[Spelling.call.spell(setting.key)] = nil
        }
    }

    /// Returns these members after some settings were saved in addition, which replace members of the same keys.
    ///
    /// - Parameter later: the unknown members that come with the saved settings.
    func overridden(by saved: ScreenOverrides, _ later: UnknownMembers) -> UnknownMembers {
        let keys = Set(saved.keys(.call))
        var members = UnknownMembers()
        members.entry = entry.merging(later.entry) { $1 }
        members.settings = settings.filter { !keys.contains($0.key) }.merging(later.settings) { $1 }
        members.replaced = replaced.filter { !keys.contains($0.key) }.merging(later.replaced) { $1 }
        return members
    }
}
