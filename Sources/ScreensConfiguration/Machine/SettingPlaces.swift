/// The origin of a value.
package enum SettingOrigin: Sendable, Hashable {
    /// A file: `FILE:LINE`.
    case file(String)
    /// The saved settings.
    case saved
}

/// The origins of the values of a section, by key.
///
/// They are not part of a configuration's value: a file with one more line at its beginning has the same settings as
/// before, so any two lists of places are equal.
package struct SettingPlaces: Sendable, Hashable {
    private struct Place {
        let origin: SettingOrigin
        let during: [PowerSchedule]
    }

    private var places: [String: Place]
    /// The place of the section's `match`, `FILE:LINE`; nil if it has none, and for settings of several sections.
    let match: String?

    /// - Parameters:
    ///   - during: the times at which they apply: all of them must hold.
    ///   - match: the place of the section's `match`.
    package init(
        _ places: [String: SettingOrigin] = [:], during: [PowerSchedule] = [], match: String? = nil
    ) {
        self.init(places.mapValues { Place(origin: $0, during: during) }, match: match)
    }

    private init(_ places: [String: Place], match: String? = nil) {
        self.places = places
        self.match = match
    }

    /// Returns the origin of a key's value.
    package subscript(key: String) -> SettingOrigin? { places[key]?.origin }

    /// Returns the times of the section with a key's value; empty if it always applies.
    package func during(of key: String) -> [PowerSchedule] { places[key]?.during ?? [] }

    /// Returns these places, overridden by the places that `later` has.
    func overridden(by later: SettingPlaces) -> SettingPlaces {
        SettingPlaces(places.merging(later.places) { $1 })
    }

    package static func == (left: SettingPlaces, right: SettingPlaces) -> Bool { true }

    package func hash(into hasher: inout Hasher) {}
}
