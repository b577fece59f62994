import ScreensJSON

/// The settings that clients of the broker desire, of single displays and of groups: the parameters of `Set`.
struct DesiredSettings {
    /// The most unknown displays whose settings are kept. A client can name displays that never exist.
    private static let mostUnknown = 64

    private var ofDisplays: [String: [String: JSONValue]] = [:]
    private var ofGroups: [String: [String: JSONValue]] = [:]
    /// The displays and the groups whose settings the present connection has not repeated yet.
    private var unconfirmedDisplays: Set<String> = []
    private var unconfirmedGroups: Set<String> = []
    /// Whether the settings of a display had no room.
    private(set) var isIncomplete = false

    /// Keeps the settings of a display. Empty settings remove them.
    ///
    /// - Parameters:
    ///   - members: nil for a wrong payload, which changes nothing.
    ///   - known: the displays that the machine has or had, which always have room.
    /// - Returns: whether the settings differ from the former ones: a broker repeats them after each connection.
    mutating func keep(_ members: [String: JSONValue]?, for display: String, known: Set<String> = []) -> Bool {
        unconfirmedDisplays.remove(display)
        let former = ofDisplays[display]
        guard let members, members != former ?? [:] else { return false }
        if former == nil, !known.contains(display),
            ofDisplays.keys.count(where: { !known.contains($0) }) >= Self.mostUnknown
        {
            isIncomplete = true
            return false
        }
        ofDisplays[display] = members.isEmpty ? nil : members
        return true
    }

    /// Whether settings of a display are kept.
    func has(_ display: String) -> Bool { ofDisplays[display] != nil }

    /// Keeps the settings of a group. Empty settings remove them.
    ///
    /// - Parameter members: nil for a wrong payload, which changes nothing.
    /// - Returns: whether the settings differ from the former ones.
    mutating func keep(_ members: [String: JSONValue]?, forGroup group: String) -> Bool {
        unconfirmedGroups.remove(group)
        guard let members, members != ofGroups[group] ?? [:] else { return false }
        ofGroups[group] = members.isEmpty ? nil : members
        return true
    }

    /// Begins a connection, on which the broker repeats the settings that are still desired.
    mutating func begin() {
        unconfirmedDisplays = Set(ofDisplays.keys)
        unconfirmedGroups = Set(ofGroups.keys)
    }

    /// Removes the settings that the broker has not repeated: clients have removed them while the bridge was away.
    mutating func removeUnconfirmed() {
        for display in unconfirmedDisplays { ofDisplays[display] = nil }
        for group in unconfirmedGroups { ofGroups[group] = nil }
        (unconfirmedDisplays, unconfirmedGroups) = ([], [])
    }

    /// Returns the desired settings of a display: its groups' and then its own, key by key. A later setting or reset
    /// replaces an earlier one of the same key. Nil if nothing is desired.
    func parameters(for display: String, in groups: [String]) -> [String: JSONValue]? {
        var settings: [String: JSONValue] = [:]
        var resets: Set<String> = []
        for members in groups.compactMap({ ofGroups[$0] }) + [ofDisplays[display]].compactMap(\.self) {
            let own = members["settings"]?.object ?? [:]
            let ownResets = (members["reset"]?.array ?? []).compactMap(\.string)
            // The daemon refuses a key that is both set and reset.
            resets.subtract(own.keys)
            settings = settings.filter { !ownResets.contains($0.key) }
            settings.merge(own) { $1 }
            resets.formUnion(ownResets)
        }
        guard !settings.isEmpty || !resets.isEmpty else { return nil }
        var parameters: [String: JSONValue] = ["settings": .object(settings)]
        if !resets.isEmpty { parameters["reset"] = .array(resets.sorted().map(JSONValue.string)) }
        return parameters
    }
}
