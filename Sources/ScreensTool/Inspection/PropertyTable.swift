import Screens

/// The properties of a screen's connector that `screens show --set` sets, as `screens info` prints them for people.
enum PropertyTable {
    static func text(for screen: Screen) -> String {
        var table = TextTable([("PROPERTY", .left), ("VALUE", .left), ("ALLOWED", .left)])
        for property in screen.properties {
            table.add([property.name, property.value ?? "?", allowed(property.allowed)])
        }
        return table.text
    }

    private static func allowed(_ allowed: ConnectorProperty.Allowed) -> String {
        switch allowed {
        case .choices(let names): names.joined(separator: ", ")
        case .range(let limits): "\(limits.lowerBound) to \(limits.upperBound)"
        case .metadata: "off, or as in pq:max=1000,min=0.0001,cll=1000,fall=400"
        }
    }
}
