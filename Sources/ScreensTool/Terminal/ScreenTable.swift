import Screens

/// The screens as `screens list` prints them for people.
enum ScreenTable {
    static func text(for screens: [Screen]) -> String {
        var table = TextTable([
            ("SCREEN", .left), ("STATE", .left), ("DISPLAY", .left), ("SIZE", .left), ("MODE", .left),
        ])
        for screen in screens {
            table.add([
                name(of: screen, among: screens), state(of: screen), screen.identity.map(name) ?? "-",
                screen.physicalSize.map { "\($0) mm" } ?? "-",
                screen.currentMode.map(\.description) ?? "-",
            ])
        }
        return table.text
    }

    /// The shortest name that says which.
    static func name(of screen: Screen, among screens: [Screen]) -> String {
        screens.count { $0.name == screen.name } > 1 ? screen.qualifiedName : screen.name
    }

    /// Who made it, what it is called, and which one of these it is.
    static func name(of identity: ScreenIdentity) -> String {
        let product = identity.model ?? identity.productCode.map { String($0, radix: 16) }
        let words = [identity.vendor ?? identity.make, product, identity.serial].compactMap(\.self)
        return words.isEmpty ? "-" : words.joined(separator: " ")
    }

    /// The connection, and what is special about it.
    static func state(of screen: Screen) -> String {
        var words = [screen.status.rawValue]
        if screen.kind != .display { words.append(screen.kind.rawValue) }
        if screen.role == .internal { words.append("built-in") }
        if screen.isConnected, let dark = screen.dark { words.append(dark.reason.rawValue) }
        return words.joined(separator: ", ")
    }
}
