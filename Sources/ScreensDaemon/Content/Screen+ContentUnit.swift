import Screens

extension Screen {
    /// The service that runs the program of its content, by the name of the connector, or with the card's where several have that
    /// name; as in `/sys/class/drm`, since a slash has another meaning in the name of a unit.
    func contentUnit(among screens: [Screen]) -> String { contentUnits(among: screens)[0] }

    /// All names that this service may have: that with the card's is always one of them.
    func contentUnits(among screens: [Screen]) -> [String] {
        let short = shortName(among: screens)
        return ((short == name ? [name] : []) + [qualifiedName]).map { name in
            "screens-content@\(String(name.map { $0 == "/" ? "-" : $0 })).service"
        }
    }
}
