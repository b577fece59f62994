/// The origin of a value.
package enum SettingOrigin: Sendable, Hashable {
    /// A file: `FILE:LINE`.
    case file(String)
    /// The saved settings.
    case saved
}

/// The origins of the values of a section, by key.
///
/// They are not part of a configuration's value: a file with one more line at its beginning has the same settings as before, so
/// any two of them are equal.
package struct SettingPlaces: Sendable, Hashable {
    private var places: [String: SettingOrigin]

    /// None.
    package init(_ places: [String: SettingOrigin] = [:]) {
        self.places = places
    }

    /// The origin of a key's value.
    package subscript(key: String) -> SettingOrigin? { places[key] }

    /// These, and where `later` has one, that instead.
    func overridden(by later: SettingPlaces) -> SettingPlaces {
        SettingPlaces(places.merging(later.places) { $1 })
    }

    package static func == (left: SettingPlaces, right: SettingPlaces) -> Bool { true }

    package func hash(into hasher: inout Hasher) {}
}
