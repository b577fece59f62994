import Screens
import ScreensManager

/// The screens as `screens list` prints them for people.
package enum ScreenListText {
    package static func text(for screens: [ScreenDocument]) -> String {
        var table = TextTable([
            ("SCREEN", .left), ("STATE", .left), ("DISPLAY", .left), ("SIZE", .left), ("MODE", .left),
        ])
        let counts = Dictionary(screens.map { ($0.name, 1) }, uniquingKeysWith: +)
        for screen in screens {
            // The short name, if it is unique.
            let name = counts[screen.name] ?? 0 > 1 ? screen.qualifiedName : screen.name
            table.add([
                name, state(of: screen), screen.identity.map { Self.name(of: $0) } ?? "-",
                screen.physicalSize.map { "\($0) mm" } ?? "-",
                screen.currentMode.map(\.description) ?? "-",
            ])
        }
        return table.text
    }

    /// Returns the manufacturer, the model and the serial number.
    package static func name(of identity: IdentityDocument) -> String {
        let product = identity.model ?? identity.productCode.map { String($0, radix: 16) }
        let words = [identity.vendor ?? identity.make, product, identity.serial].compactMap(\.self)
        return words.isEmpty ? "-" : words.joined(separator: " ")
    }

    /// Returns words for a lease. The process is the client that runs the program, such as `screens lease` or `screens
    /// content`.
    package static func lease(to lessee: ProgramDocument) -> String {
        "leased to '\(lessee.name)' (for process \(lessee.pid))"
    }

    /// Returns the connection, and what is special about it.
    package static func state(of screen: ScreenDocument) -> String {
        var words = [screen.status]
        if screen.kind != ScreenKind.display.rawValue { words.append(screen.kind) }
        if screen.role == ScreenRole.internal.rawValue { words.append("built-in") }
        if screen.isConnected, let dark = screen.dark { words.append(dark.words) }
        if let lessee = screen.lessee { return (words + [lease(to: lessee)]).joined(separator: ", ") }
        if let program = screen.content?.drawnBy { return (words + ["drawn by \(program)"]).joined(separator: ", ") }
        if let content = screen.content, content.state != .notOurs || screen.dark == nil {
            words += word(for: content)
        }
        return words.joined(separator: ", ")
    }
}

extension DarkDocument {
    /// The reason why the screen is dark, in a few words for people.
    package var words: String {
        switch DarkReason(rawValue: reason) {
        case .off: "off"
        case .unused: "not used"
        case .disconnected: "no display"
        case .noModes: "no modes yet"
        case .noCRTC: "the card drives no more screens"
        case .modesetFailed: "no mode could be set"
        case .notMaster: "another program has the card"
        case .sessionInactive: "another session or terminal has the screens"
        case .stalled: "the picture hangs"
        case .cardLost: "the card is gone"
        default: message
        }
    }
}

extension ScreenListText {
    /// Returns words for a content that is not shown.
    package static func word(for content: ContentDocument) -> [String] {
        switch content.state {
        case .shown: []
        case .waiting where content.message != nil: ["waits for a program"]
        case .waiting: ["content is read"]
        case .failed: [content.showsFormer == true ? "former content" : "content missing"]
        case .fallback: ["fallback shown"]
        case .notOurs: ["no content"]
        }
    }
}

/// The modes of a screen as `screens modes` prints them for people.
package enum ModeListText {
    /// - Parameter current: the current mode, which gets its own line if it is not in the list.
    package static func text(for modes: [ModeDocument], current: ModeDocument?) -> String {
        let unlisted = current.flatMap { current in
            modes.contains(where: \.current)
                ? nil
                : "Current: \(current) (\(current.clockKilohertz.thousandths) MHz), which the display does not list\n"
        }
        return (modes.isEmpty ? "" : text(for: modes)) + (unlisted ?? "")
    }

    package static func text(for modes: [ModeDocument]) -> String {
        var table = TextTable([
            ("ID", .right), ("NAME", .left), ("SIZE", .right), ("REFRESH", .right), ("CLOCK", .right),
            ("ASPECT", .right), ("", .left),
        ])
        for mode in modes {
            table.add([
                String(mode.id), mode.name, "\(mode.width)x\(mode.height)",
                "\(mode.refreshMillihertz.thousandths) Hz", "\(mode.clockKilohertz.thousandths) MHz",
                mode.pictureAspect.map { "\($0.width):\($0.height)" } ?? "-", marks(of: mode),
            ])
        }
        return table.text
    }

    private static func marks(of mode: ModeDocument) -> String {
        var words: [String] = []
        if mode.current { words.append("current") }
        if mode.preferred { words.append("preferred") }
        if mode.interlaced { words.append("interlaced") }
        return words.joined(separator: ", ")
    }
}

/// The properties of a screen's connector that `screens show --set` sets, as `screens info` prints them for people.
enum PropertyListText {
    static func text(for properties: [PropertyDocument]) -> String {
        var table = TextTable([("PROPERTY", .left), ("VALUE", .left), ("ALLOWED", .left)])
        for property in properties { table.add([property.name, property.value ?? "?", allowed(of: property)]) }
        return table.text
    }

    private static func allowed(of property: PropertyDocument) -> String {
        if let choices = property.choices { return choices.joined(separator: ", ") }
        guard let minimum = property.minimum, let maximum = property.maximum else {
            return "off, or as in pq:max=1000,min=0.0001,cll=1000,fall=400"
        }
        return "\(minimum) to \(maximum)"
    }
}
