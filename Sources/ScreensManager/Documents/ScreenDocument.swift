import Screens

/// A screen: an element of `screens list --json`.
package struct ScreenDocument: Codable, Sendable, Hashable {
    package let name: String
    package let card: String
    package let driver: String
    package let connector: UInt32
    package let status: String
    package let role: String
    package let kind: String
    @Nullable package private(set) var identity: IdentityDocument?
    @Nullable package private(set) var physicalSize: SizeDocument?
    @Nullable package private(set) var currentMode: ModeDocument?
    @Nullable package private(set) var preferredMode: ModeDocument?
    @Nullable package private(set) var largestMode: ModeDocument?
    /// How its picture is laid out, while the program that makes the document drives the screen.
    @Nullable package private(set) var layout: LayoutDocument?
    @Nullable package private(set) var dark: DarkDocument?
    /// The program that has it by a lease of the program that makes the document.
    @Nullable package private(set) var lessee: ProgramDocument?
    /// The state of its content, while the daemon makes the document.
    @Nullable package private(set) var content: ContentDocument?
    package let stale: Bool
    /// `sysfs` where no card was opened for it; left out where the card was read.
    package private(set) var source: String?

    package init(_ screen: Screen) {
        func document(_ mode: ScreenMode) -> ModeDocument { ModeDocument(mode, current: screen.currentMode) }
        name = screen.name
        card = screen.card
        driver = screen.driver
        connector = screen.connector.rawValue
        status = screen.status.rawValue
        role = screen.role.rawValue
        kind = screen.kind.rawValue
        identity = screen.identity.map(IdentityDocument.init)
        physicalSize = screen.physicalSize.map(SizeDocument.init)
        currentMode = screen.currentMode.map(document)
        preferredMode = screen.preferredMode.map(document)
        largestMode = screen.availableModes.last.map(document)
        layout = screen.layout.map(LayoutDocument.init)
        dark = screen.dark.map(DarkDocument.init)
        lessee = screen.lessee.map(ProgramDocument.init)
        stale = screen.isStale
    }
}

extension ScreenDocument {
    /// - Parameter content: the state of its content; nil where it has none.
    package init(_ screen: Screen, content: ContentDocument?) {
        // Swift 6.2 ends on a wrapped property that is set after `self.init`.
        var document = ScreenDocument(screen)
        document.content = content
        self = document
    }

    /// - Parameter source: where it is from, if not from the card.
    package init(_ screen: Screen, from source: String?) {
        self.init(screen)
        self.source = source
    }

    /// Whether the daemon is to drive it and does not have its card: only the daemon knows that, and a probe finds the picture of the
    /// program that has it.
    package var waitsForCard: Bool {
        dark.map { [DarkReason.notMaster, .sessionInactive].contains(DarkReason(rawValue: $0.reason)) } ?? false
    }

    /// As in `card1/HDMI-A-1`, unique on a machine.
    package var qualifiedName: String { Self.qualifiedName(card: card, connector: name) }

    static func qualifiedName(card: String, connector: String) -> String {
        "\(card.split(separator: "/").last ?? "card")/\(connector)"
    }

    /// Whether `name` is its name or its qualified name.
    package func isNamed(_ name: String) -> Bool { name == self.name || name == qualifiedName }

    /// Whether a display is connected that can show pictures.
    package var isConnected: Bool {
        kind == ScreenKind.display.rawValue
            && (status == ConnectionStatus.connected.rawValue
                || status == ConnectionStatus.unknown.rawValue && largestMode != nil)
    }
}

/// The identity of a display, from its EDID.
package struct IdentityDocument: Codable, Sendable, Hashable {
    @Nullable package private(set) var make: String?
    @Nullable package private(set) var vendor: String?
    @Nullable package private(set) var model: String?
    @Nullable package private(set) var serial: String?
    @Nullable package private(set) var productCode: Int?
    @Nullable package private(set) var year: Int?

    package init(_ identity: ScreenIdentity) {
        make = identity.make
        vendor = identity.vendor
        model = identity.model
        serial = identity.serial
        productCode = identity.productCode
        year = identity.year
    }
}

extension ScreenIdentity {
    /// Vendor, model and serial number; `-` where the display reports none of them.
    package var name: String {
        let product = model ?? productCode.map { String($0, radix: 16) }
        let words = [vendor ?? make, product, serial].compactMap(\.self)
        return words.isEmpty ? "-" : words.joined(separator: " ")
    }
}

/// A program that runs: the master of a card, or a lessee.
package struct ProgramDocument: Codable, Sendable, Hashable, CustomStringConvertible {
    package let pid: Int32
    package let name: String

    package init(_ program: Lessee) {
        self.init(pid: program.processID, name: program.name)
    }

    init(pid: Int32, name: String) {
        self.pid = pid
        self.name = name
    }

    /// As in `mpv (process 1234)`.
    package var description: String { "\(name) (process \(pid))" }
}

/// Why a screen shows nothing.
package struct DarkDocument: Codable, Sendable, Hashable {
    package let reason: String
    package let message: String
    package let errno: Int32?
    /// The modes that the driver refused, in the order of the attempts.
    package let tried: [ModeDocument]?
    package let master: ProgramDocument?

    package init(_ state: DarkState) {
        reason = state.reason.rawValue
        message = state.message
        errno = state.errno
        tried = state.tried.isEmpty ? nil : state.tried.map { ModeDocument($0, current: nil) }
        master = state.master.map { ProgramDocument(pid: $0.processID, name: $0.name) }
    }
}

/// How a picture is laid out on a screen.
package struct LayoutDocument: Codable, Sendable, Hashable {
    package let bounds: SizeDocument
    /// Degrees, clockwise.
    package let rotation: Int
    /// Whether left and right are exchanged before the rotation.
    package let reflected: Bool
    package let rotatedByPlane: Bool
    package let insets: Insets
    package let compensation: String
    package let format: String

    package init(_ layout: PictureLayout) {
        bounds = SizeDocument(layout.bounds)
        rotation = layout.orientation.clockwiseQuarters * 90
        reflected = layout.orientation.isReflected
        rotatedByPlane = layout.isRotatedByPlane
        insets = Insets(layout.insets)
        compensation = layout.compensation.rawValue
        format = layout.format.name
    }

    /// In pixels of the mode.
    package struct Insets: Codable, Sendable, Hashable {
        package let top: Int
        package let right: Int
        package let bottom: Int
        package let left: Int

        package init(_ insets: EdgeInsets) {
            (top, right, bottom, left) = (insets.top, insets.right, insets.bottom, insets.left)
        }
    }
}

/// A connector's property: its value, and either the choices or the limits of its values.
package struct PropertyDocument: Codable, Sendable, Hashable {
    package let name: String
    @Nullable package private(set) var value: String?
    @Nullable package private(set) var choices: [String]?
    @Nullable package private(set) var minimum: UInt64?
    @Nullable package private(set) var maximum: UInt64?

    package init(_ property: ConnectorProperty) {
        name = property.name
        value = property.value
        var choices: [String]?
        var limits: ClosedRange<UInt64>?
        switch property.allowed {
        case .choices(let names): choices = names
        case .range(let range): limits = range
        case .metadata: break
        }
        self.choices = choices
        minimum = limits?.lowerBound
        maximum = limits?.upperBound
    }
}
