import Screens
import ScreensConfiguration
import ScreensContents
import ScreensLinux
import ScreensManager

/// The contents over the picture of one screen: the setting `overlay`.
@MainLoop
final class ScreenOverlays {
    private let name: String
    private let environment: ContentEnvironment
    private weak var owner: (any OverlayOwner)?
    /// The contents, the lowest first.
    private var all: [OverlayContent] = []
    /// The program that hides them, since it has leased the screen.
    private var lessee: Lessee?

    /// - Parameter name: the screen's qualified name.
    init(on name: String, in environment: ContentEnvironment) {
        self.name = name
        self.environment = environment
    }

    /// Reports to an owner from now on.
    func begin(for owner: any OverlayOwner) {
        self.owner = owner
    }

    /// Shows contents in place of the former ones. A content in the place of another one shows its first picture in
    /// place of the last one there.
    ///
    /// - Parameters:
    ///   - isOff: whether the screen is off, and a change of its picture would not turn it on.
    ///   - isClockKnown: whether the machine knows the time.
    func show(_ items: [OverlayItem], on screen: Screen, isOff: Bool, isClockKnown: Bool) {
        lessee = screen.lessee
        while all.count > items.count { all.removeLast().remove() }
        for (index, item) in items.enumerated() {
            if index == all.count { all.append(OverlayContent(index, on: name, in: environment, for: owner)) }
            all[index].show(
                item, on: screen, isOff: isOff, isHidden: screen.lessee != nil, isClockKnown: isClockKnown)
        }
    }

    /// Called when the screen has its settings. Its picture may have another size.
    func followDisplay(_ screen: Screen) {
        for one in all { one.followDisplay(screen) }
    }

    /// Ends the contents, because the screen is no longer connected. Its layers keep the last pictures: displays drop
    /// off for a second.
    func end() {
        for one in all { one.end() }
    }

    /// Reads pictures again if their files have changed.
    func readAgain() {
        for one in all { one.readAgain() }
    }

    /// Whether the clock of the machine decides on their pictures.
    var followsClock: Bool { all.contains(where: \.followsClock) }

    /// The notices about omitted parts.
    var notices: [StatusNotice] { all.flatMap(\.notices) }

    /// The state of the contents, for clients.
    var documents: [OverlayDocument] { all.compactMap { $0.document(hiddenBy: lessee) } }
}

/// Receives the reports of contents over a picture.
@MainLoop
protocol OverlayOwner: AnyObject {
    /// Reports that the state of a content has changed.
    func overlayChanged()

    /// Reports that other parts of a content are omitted than before.
    func overlayNoticesChanged()
}
