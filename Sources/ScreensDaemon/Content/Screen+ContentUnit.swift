import Screens

extension Screen {
    /// The service that runs the program of the screen's content. It is named after the connector, and after the card
    /// too if several cards have a connector of that name; with `-` between them as in `/sys/class/drm`, because a
    /// slash has another meaning in the name of a unit.
    func contentUnit(among screens: [Screen]) -> String { contentUnits(among: screens)[0] }

    /// All names that this service may have. The name with the card is always one of them.
    func contentUnits(among screens: [Screen]) -> [String] {
        let short = shortName(among: screens)
        return ((short == name ? [name] : []) + [qualifiedName]).map { name in
            "screens-content@\(String(name.map { $0 == "/" ? "-" : $0 })).service"
        }
    }
}
