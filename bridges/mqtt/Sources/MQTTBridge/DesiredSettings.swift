import ScreensJSON

/// The settings that clients of the broker desire, of single displays and of groups: the parameters of `Set`.
struct DesiredSettings {
    /// The most displays for which settings are kept.
    private static let most = 64

    private var ofDisplays: [String: [String: JSONValue]] = [:]
    private var ofGroups: [String: [String: JSONValue]] = [:]

    /// Keeps the settings of a display; none removes them.
    ///
    /// - Returns: whether they are others than before: a broker repeats them after each connection.
    mutating func keep(_ members: [String: JSONValue], for display: String) -> Bool {
        let former = ofDisplays[display]
        guard members != former ?? [:], members.isEmpty || former != nil || ofDisplays.count < Self.most else {
            return false
        }
        ofDisplays[display] = members.isEmpty ? nil : members
        return true
    }

    /// Keeps the settings of a group; none removes them.
    ///
    /// - Returns: whether they are others than before.
    mutating func keep(_ members: [String: JSONValue], forGroup group: String) -> Bool {
        guard members != ofGroups[group] ?? [:] else { return false }
        ofGroups[group] = members.isEmpty ? nil : members
        return true
    }

    /// Returns what is desired for a display by its groups and by itself, key by key; nil if that is nothing.
    func parameters(for display: String, in groups: [String]) -> [String: JSONValue]? {
        var settings: [String: JSONValue] = [:]
        var resets: JSONValue?
        for members in groups.compactMap({ ofGroups[$0] }) + [ofDisplays[display]].compactMap(\.self) {
            settings.merge(members["settings"]?.object ?? [:]) { $1 }
            resets = members["reset"] ?? resets
        }
        guard !settings.isEmpty || resets != nil else { return nil }
        var parameters: [String: JSONValue] = ["settings": .object(settings)]
        parameters["reset"] = resets
        return parameters
    }
}
