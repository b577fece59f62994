import Screens
import ScreensConfiguration

extension MachineConfiguration {
    /// Returns the next change of a screen's settings, as the times of sections begin and end; nil if there is none.
    ///
    /// - Parameters:
    ///   - screens: all screens of the machine.
    ///   - moment: the seconds since 1970; nil while the time is unknown.
    ///   - hidden: the keys that something else overrides.
    package func nextSettings(
        of screen: Screen, among screens: [Screen], after moment: Int64?, in zone: LocalTime,
        hidden: Set<String> = []
    ) -> NextSettings? {
        let now = at(moment, in: zone).overrides(for: screen, among: screens).texts
        var time = moment
        // The times include the times of sections for other screens.
        for _ in 0..<Self.mostTimes {
            time = nextChange(after: time, in: zone)
            guard let time else { return nil }
            let later = at(time, in: zone)
            let places = later.places(for: screen, among: screens)
            let settings = later.overrides(for: screen, among: screens).orderedTexts
            let changed = settings.filter { now[$0.key] != $0.value && !hidden.contains($0.key) }
            let ended = Set(now.keys).subtracting(settings.map(\.key)).subtracting(hidden)
            guard !changed.isEmpty || !ended.isEmpty else { continue }
            return NextSettings(
                time: time, settings: changed.map { places.status(of: $0.key, $0.value, at: time, in: zone) },
                ended: ended.sorted())
        }
        return nil
    }
}

extension SettingPlaces {
    /// Returns a value of files or of saved settings, with its origin and the end of its time.
    ///
    /// - Parameter moment: the time of the value, in seconds since 1970; nil while it is unknown.
    package func status(of key: String, _ value: String, at moment: Int64?, in zone: LocalTime) -> SettingStatus {
        guard case .file(let place)? = self[key] else { return SettingStatus(key: key, value: value, origin: .saved) }
        let end = moment.flatMap { moment in
            during(of: key).compactMap { $0.nextChange(after: moment, in: zone) }.min()
        }
        return SettingStatus(key: key, value: value, origin: .file, place: place, until: end)
    }
}
