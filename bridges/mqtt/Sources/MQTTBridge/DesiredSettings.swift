import ScreensJSON

/// The settings that clients of the broker desire, of single displays and of groups: the parameters of `Set`.
struct DesiredSettings {
    /// The most displays that are not known for which settings are kept: they may never exist.
    private static let mostUnknown = 64

    private var ofDisplays: [String: [String: JSONValue]] = [:]
    private var ofGroups: [String: [String: JSONValue]] = [:]
    /// The displays and the groups whose settings the present connection has not repeated yet.
    private var unconfirmedDisplays: Set<String> = []
    private var unconfirmedGroups: Set<String> = []
    /// Whether the settings of a display had no room.
    private(set) var isIncomplete = false

    /// Keeps the settings of a display; none removes them.
    ///
    /// - Parameters:
    ///   - members: nil for a wrong payload, which changes nothing.
    ///   - known: the displays that the machine has or had, which always have room.
    /// - Returns: whether they are others than before: a broker repeats them after each connection.
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

    /// Keeps the settings of a group; none removes them.
    ///
    /// - Parameter members: nil for a wrong payload, which changes nothing.
    /// - Returns: whether they are others than before.
    mutating func keep(_ members: [String: JSONValue]?, forGroup group: String) -> Bool {
        unconfirmedGroups.remove(group)
        guard let members, members != ofGroups[group] ?? [:] else { return false }
        ofGroups[group] = members.isEmpty ? nil : members
        return true
    }

    /// Begins a connection, which repeats what is still desired.
    mutating func begin() {
        unconfirmedDisplays = Set(ofDisplays.keys)
        unconfirmedGroups = Set(ofGroups.keys)
    }

    /// Removes what the connection has not repeated: clients have removed it while the bridge was away.
    mutating func removeUnconfirmed() {
        for display in unconfirmedDisplays { ofDisplays[display] = nil }
        for group in unconfirmedGroups { ofGroups[group] = nil }
        (unconfirmedDisplays, unconfirmedGroups) = ([], [])
    }

    /// Returns what is desired for a display by its groups and by itself, key by key: a later setting or reset replaces
    /// an earlier one of its key. Nil if nothing is desired.
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
