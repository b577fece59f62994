import ProgramKit
import Screens

/// The screens as `screens list` prints them for people.
enum ScreenTable {
    static func text(for screens: [ScreenDocument]) -> String {
        var table = TextTable([
            ("SCREEN", .left), ("STATE", .left), ("DISPLAY", .left), ("SIZE", .left), ("MODE", .left),
        ])
        let counts = Dictionary(screens.map { ($0.name, 1) }, uniquingKeysWith: +)
        for screen in screens {
            // The shortest name that says which.
            let name = counts[screen.name] ?? 0 > 1 ? screen.qualifiedName : screen.name
            table.add([
                name, state(of: screen), screen.identity.map { Self.name(of: $0) } ?? "-",
                screen.physicalSize.map { "\($0) mm" } ?? "-",
                screen.currentMode.map(\.description) ?? "-",
            ])
        }
        return table.text
    }

    /// Who made it, what it is called, and which one of these it is.
    static func name(of identity: IdentityDocument) -> String {
        let product = identity.model ?? identity.productCode.map { String($0, radix: 16) }
        let words = [identity.vendor ?? identity.make, product, identity.serial].compactMap(\.self)
        return words.isEmpty ? "-" : words.joined(separator: " ")
    }

    /// The connection, and what is special about it.
    static func state(of screen: ScreenDocument) -> String {
        var words = [screen.status]
        if screen.kind != ScreenKind.display.rawValue { words.append(screen.kind) }
        if screen.role == ScreenRole.internal.rawValue { words.append("built-in") }
        if screen.isConnected, let dark = screen.dark { words.append(dark.reason) }
        return words.joined(separator: ", ")
    }
}
