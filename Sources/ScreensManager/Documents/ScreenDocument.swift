import Screens

/// A screen: an element of `screens list --json`.
public struct ScreenDocument: Codable, Sendable, Equatable {
    /// The name of its connector, such as `HDMI-A-1`.
    public let name: String
    /// The node of its card, as in `/dev/dri/card1`.
    public let card: String
    /// The driver of its card, as in `i915`.
    public let driver: String
    /// The number of its connector, which is valid only for this card (KMS object id).
    public let connector: UInt32
    /// `connected`, `disconnected` or `unknown`.
    public let status: String
    /// `internal` for a built-in panel, or `external`.
    public let role: String
    /// `display`, `nonDesktop` for a headset, or `writeback`.
    public let kind: String
    /// The identity of the display; nil if it has sent none.
    @Nullable public private(set) var identity: IdentityDocument?
    /// The size of the picture in millimetres; nil if the display states none.
    @Nullable public private(set) var physicalSize: SizeDocument?
    /// The mode that is set; nil while the screen is not lit.
    @Nullable public private(set) var currentMode: ModeDocument?
    /// The mode that the display prefers.
    @Nullable public private(set) var preferredMode: ModeDocument?
    /// The mode with the most pixels.
    @Nullable public private(set) var largestMode: ModeDocument?
    /// The layout of its picture, while the program that makes the document drives the screen.
    @Nullable public private(set) var layout: LayoutDocument?
    /// The reason why it shows nothing; nil while it is lit.
    @Nullable public private(set) var dark: DarkDocument?
    /// The program that leases it from the program that makes the document.
    @Nullable public private(set) var lessee: ProgramDocument?
    /// The state of its content, while the daemon makes the document.
    @Nullable public private(set) var content: ContentDocument?
    /// The layers of clients over its picture; left out if there are none.
    public private(set) var layers: [LayerDocument]?
    /// The contents of the daemon over its picture, the lowest first; left out if there are none.
    public private(set) var overlay: [OverlayDocument]?
    /// The words that a client shows over its picture; left out if there are none.
    public private(set) var notification: NotificationDocument?
    /// The power of its display, if more than the signal turns it off; left out otherwise.
    public private(set) var displayPower: DisplayPowerDocument?
    /// Whether the facts are from the last time that its card was read: the card is not held.
    public let stale: Bool
    /// `sysfs` if no card was opened to read it; left out if the card was read.
    public private(set) var source: String?

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
    /// - Parameters:
    ///   - content: the state of its content; nil if it has none.
    ///   - layers: the layers of clients over its picture.
    ///   - overlay: the contents of the daemon over its picture.
    ///   - notification: the words of a client over its picture.
    ///   - displayPower: the power of its display; nil if the signal alone turns it off.
    package init(
        _ screen: Screen, content: ContentDocument?, layers: [LayerDocument] = [], overlay: [OverlayDocument] = [],
        notification: NotificationDocument? = nil, displayPower: DisplayPowerDocument? = nil
    ) {
        // Swift 6.2 crashes on a wrapped property that is set after `self.init`.
        var document = ScreenDocument(screen)
        document.content = content
        document.layers = layers.isEmpty ? nil : layers
        document.overlay = overlay.isEmpty ? nil : overlay
        document.notification = notification
        document.displayPower = displayPower
        self = document
    }

    /// - Parameter source: the source of the facts, if not the card.
    package init(_ screen: Screen, from source: String?) {
        self.init(screen)
        self.source = source
    }

    /// Whether the daemon should drive it, but does not have its card. Only the daemon knows that: a probe finds the
    /// picture of the program that has the card.
    package var waitsForCard: Bool {
        dark.map { [DarkReason.notMaster, .sessionInactive].contains(DarkReason(rawValue: $0.reason)) } ?? false
    }

    /// The name with the card, such as `card1/HDMI-A-1`, which is unique on a machine.
    public var qualifiedName: String { Self.qualifiedName(card: card, connector: name) }

    static func qualifiedName(card: String, connector: String) -> String {
        "\(card.split(separator: "/").last ?? "card")/\(connector)"
    }

    /// Returns whether `name` is its name or its qualified name.
    public func isNamed(_ name: String) -> Bool { name == self.name || name == qualifiedName }

    /// Whether a display that can show pictures is connected.
    public var isConnected: Bool {
        kind == ScreenKind.display.rawValue
            && (status == ConnectionStatus.connected.rawValue
                || status == ConnectionStatus.unknown.rawValue && largestMode != nil)
    }
}

/// The words that a client shows over the picture of a screen for some time.
public struct NotificationDocument: Codable, Sendable, Equatable {
    /// The words.
    public let text: String
    /// The rest of their time.
    public let seconds: Int
    /// Why they are not shown, or not in their letters, for people; left out if they are, or are about to be.
    public let message: String?

    package init(_ text: String, seconds: Int, message: String? = nil) {
        self.text = text
        self.seconds = seconds
        self.message = message
    }
}

/// The power of a display that more than its signal turns off.
public struct DisplayPowerDocument: Codable, Sendable, Equatable {
    /// The state in words, such as `off on purpose, by CEC, confirmed: …`.
    public let message: String
    /// Whether the display confirmed the last change; nil if no order was sent.
    @Nullable public private(set) var confirmed: Bool?
    /// The knowledge about the display, in words.
    public let learned: [String]

    package init(_ message: String, isConfirmed: Bool?, learned: [String]) {
        self.message = message
        self.learned = learned
        confirmed = isConfirmed
    }
}

/// The identity of a display, from its EDID.
public struct IdentityDocument: Codable, Sendable, Equatable {
    /// The three letters that stand for the manufacturer.
    @Nullable public private(set) var make: String?
    /// The name of the manufacturer; nil if the letters are not in the database of the machine.
    @Nullable public private(set) var vendor: String?
    /// The name of the product.
    @Nullable public private(set) var model: String?
    /// The serial number as text.
    @Nullable public private(set) var serial: String?
    /// The manufacturer's number of the product.
    @Nullable public private(set) var productCode: Int?
    /// The year of manufacture, or of the model.
    @Nullable public private(set) var year: Int?

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
    /// The vendor, the model and the serial number; `-` if the display reports none of them.
    public var name: String {
        let product = model ?? productCode.map { String($0, radix: 16) }
        let words = [vendor ?? make, product, serial].compactMap(\.self)
        return words.isEmpty ? "-" : words.joined(separator: " ")
    }
}

/// A running program: the master of a card, or a lessee.
public struct ProgramDocument: Codable, Sendable, Equatable, CustomStringConvertible {
    /// The id of its process.
    public let pid: Int32
    /// The name of the program.
    public let name: String

    package init(_ program: Lessee) {
        self.init(pid: program.processID, name: program.name)
    }

    init(pid: Int32, name: String) {
        self.pid = pid
        self.name = name
    }

    /// The name and the process, such as `'mpv' (process 1234)`. The name is in quotes, because programs choose their
    /// names.
    public var description: String { "'\(name)' (process \(pid))" }
}

/// The reason why a screen shows nothing.
public struct DarkDocument: Codable, Sendable, Equatable {
    /// The reason as a word for programs: `disconnected`, `noModes`, `noCrtc`, `modesetFailed`, `notMaster`,
    /// `sessionInactive`, `off`, `stalled`, `cardLost` or `unused`.
    public let reason: String
    /// The reason for people.
    public let message: String
    /// The error number of the kernel, if it is the reason.
    public let errno: Int32?
    /// The modes that the driver refused, in the order of the attempts.
    public let tried: [ModeDocument]?
    /// The program that has the card, if that is known.
    public let master: ProgramDocument?

    package init(_ state: DarkState) {
        reason = state.reason.rawValue
        message = state.message
        errno = state.errno
        tried = state.tried.isEmpty ? nil : state.tried.map { ModeDocument($0, current: nil) }
        master = state.master.map { ProgramDocument(pid: $0.processID, name: $0.name) }
    }
}

/// The layout of a picture on a screen.
public struct LayoutDocument: Codable, Sendable, Equatable {
    /// The size of the picture as a program draws it, in pixels.
    public let bounds: SizeDocument
    /// The clockwise rotation in degrees.
    public let rotation: Int
    /// Whether left and right are exchanged before the rotation.
    public let reflected: Bool
    /// Whether the plane rotates the picture.
    public let rotatedByPlane: Bool
    /// The pixels at its edges that are left free for overscan.
    public let insets: Insets
    /// The way in which overscan is compensated: `none`, `underscan`, `margins`, `plane` or `software`.
    public let compensation: String
    /// The format of the pixels in memory as a fourcc, such as `XR24`.
    public let format: String

    package init(_ layout: PictureLayout) {
        bounds = SizeDocument(layout.bounds)
        rotation = layout.orientation.clockwiseQuarters * 90
        reflected = layout.orientation.isReflected
        rotatedByPlane = layout.isRotatedByPlane
        insets = Insets(layout.insets)
        compensation = layout.compensation.rawValue
        format = layout.format.name
    }

    /// Widths at the edges, in pixels of the mode.
    public struct Insets: Codable, Sendable, Equatable {
        /// The width at the top.
        public let top: Int
        /// The width on the right.
        public let right: Int
        /// The width at the bottom.
        public let bottom: Int
        /// The width on the left.
        public let left: Int

        package init(_ insets: EdgeInsets) {
            (top, right, bottom, left) = (insets.top, insets.right, insets.bottom, insets.left)
        }
    }
}

/// A connector's property: its value, and either the choices or the limits of its values.
package struct PropertyDocument: Codable, Sendable, Equatable {
    /// The name of the property.
    public let name: String
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
