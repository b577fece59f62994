import ScreensLinux

/// The cards that are used.
public struct CardSelection: Sendable {
    private enum Kind: Sendable {
        case system(seat: String, KeptCards?)
        case simulated([SimulatedCard])
        case opened([OpenedCard])
    }

    private let kind: Kind

    /// The cards of this machine's first seat.
    public static let system = CardSelection.system(seat: "seat0")

    /// The cards of one of this machine's seats (udev's property `ID_SEAT`).
    public static func system(seat: String) -> CardSelection {
        CardSelection(kind: .system(seat: seat, nil))
    }

    /// Cards without hardware, and no others. Their names must differ.
    public static func simulated(_ cards: SimulatedCard...) -> CardSelection { simulated(cards) }

    /// Cards without hardware, and no others, for example from a document (``SimulatedCard/replaying(_:clock:)``).
    /// Their names must differ.
    public static func simulated(_ cards: [SimulatedCard]) -> CardSelection {
        CardSelection(kind: .simulated(cards))
    }

    /// One card without hardware, with the screens that a text describes: `.simulated("1920x1080@60,1280x720@50")`.
    ///
    /// The library reads no environment variable for this: a variable that was left set would keep a sign dark. A
    /// program that should run unchanged on simulated screens reads a variable of its own (<doc:GettingStarted>).
    ///
    /// - Throws: the errors of ``SimulatedScreen/list(_:)``.
    public static func simulated(_ screens: String) throws(ScreenError) -> CardSelection {
        simulated(try SimulatedCard(screens: SimulatedScreen.list(screens)))
    }

    /// Cards that the host has opened, and no others. After a card is removed, the host has to open it again and pass
    /// it again.
    public static func opened(_ cards: OpenedCard...) -> CardSelection {
        CardSelection(kind: .opened(cards))
    }

    /// The same cards, with open files and pictures that outlive this process. It has an effect on the system's cards
    /// only.
    package func keeping(_ kept: KeptCards) -> CardSelection {
        guard case .system(let seat, _) = kind else { return self }
        return CardSelection(kind: .system(seat: seat, kept))
    }

    /// Opens one of these cards to read it, without becoming its master.
    ///
    /// - Throws: ``ScreenError`` with ``ScreenError/Code/cardLost`` if it was removed.
    func openForReading(_ path: String) throws(ScreenError) -> any DisplayCard {
        switch kind {
        case .system: return try KMSCard(path: path, access: .readOnly)
        case .opened(let cards): if let card = cards.first(where: { $0.node.path == path }) { return try card.open() }
        case .simulated(let cards): if let card = cards.first(where: { $0.path == path }) { return card }
        }
        throw ScreenError(.cardLost, operation: "open", object: path)
    }

    /// The clock that these cards use.
    var time: TimeSource {
        if case .simulated(let cards) = kind { cards.first?.time ?? .system } else { .system }
    }

    func makeSource() throws(ScreenError) -> any CardSource {
        switch kind {
        case .system(let seat, let kept): try SystemCardSource(seat: seat, kept)
        case .opened(let cards): try OpenedCardSource(cards)
        case .simulated(let cards): try SimulatedCardSource(cards: cards)
        }
    }
}
