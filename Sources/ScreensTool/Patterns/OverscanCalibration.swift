import Screens
import ScreensLinux
import ScreensReports
import Synchronization

/// The insets that the user adjusts while the overscan pattern is shown: keys in, values out. No system calls.
///
/// Edges belong to the picture as the user sees it. The printed values are for the edges of the screen.
struct OverscanCalibration: Sendable, Hashable {
    /// The edges that the keys change.
    enum Edges: CaseIterable, Sendable, Hashable {
        case all, top, right, bottom, left

        func contains(_ edge: Edges) -> Bool { self == .all || self == edge }
    }

    /// The outcome of a key.
    enum Outcome: Sendable, Hashable {
        /// The key has no meaning.
        case nothing
        /// The selected edges cannot be smaller.
        case atZero
        /// The selected edges cannot be larger.
        case atMost
        /// The picture must be redrawn.
        case changed
        case end
    }

    private static let largeStep = 10
    /// The reciprocal of the part of a picture that always remains, as in the library.
    private static let least = 4

    private(set) var edges = Edges.all
    /// Whether a key has changed a value yet.
    private(set) var isAdjusted = false
    /// The insets of the picture, in pixels.
    private var insets = EdgeInsets.zero
    /// The size of the picture; nil until there is a picture.
    private var size: Size?
    private var orientation = Orientation.upright

    /// Prepares for a screen that is about to show the pattern. The first screen gives the initial values, the latest
    /// the limits.
    ///
    /// - Parameter layout: the layout with the requested insets, which are not compensated.
    mutating func begin(on layout: PictureLayout) {
        begin(layout.bounds, layout.insets, lying: layout.orientation)
    }

    /// Prepares for a picture of a size.
    ///
    /// - Parameter initial: the insets of the screen.
    mutating func begin(_ bounds: Size, _ initial: EdgeInsets, lying orientation: Orientation) {
        let values = size == nil ? initial : screenInsets
        size = bounds
        self.orientation = orientation
        insets = values.rotated(by: orientation.inverse)
    }

    /// The insets of the screen, in pixels of its mode.
    var screenInsets: EdgeInsets { insets.rotated(by: orientation) }

    /// Returns the insets of a picture with another orientation, on another screen.
    func insets(lying orientation: Orientation) -> EdgeInsets { screenInsets.rotated(by: orientation.inverse) }

    /// The argument with which the program compensates these insets, to be pasted.
    var argument: String { "--overscan \(values)" }

    /// The line of a configuration that compensates these insets.
    var setting: String { "overscan = \"\(values)\"" }

    /// The insets of the screen in the order of settings: top, right, bottom, left.
    var values: String {
        let insets = screenInsets
        return "\(insets.top),\(insets.right),\(insets.bottom),\(insets.left)"
    }

    /// Handles a key. The selected edges change; while all edges are selected, an arrow changes only the two in its
    /// direction.
    mutating func press(_ key: Key) -> Outcome {
        switch key {
        case .right: change(horizontal: 1, vertical: edges == .all ? 0 : 1)
        case .left: change(horizontal: -1, vertical: edges == .all ? 0 : -1)
        case .up: change(horizontal: edges == .all ? 0 : 1, vertical: 1)
        case .down: change(horizontal: edges == .all ? 0 : -1, vertical: -1)
        case .character("+"): change(horizontal: 1, vertical: 1)
        case .character("-"): change(horizontal: -1, vertical: -1)
        case .pageUp: change(horizontal: Self.largeStep, vertical: Self.largeStep)
        case .pageDown: change(horizontal: -Self.largeStep, vertical: -Self.largeStep)
        case .character("0"): change(horizontal: -insetsSum, vertical: -insetsSum)
        case .tab: choose(1)
        case .backTab: choose(-1)
        case .enter, .character("q"), .character("Q"): .end
        case .character, .escape: .nothing
        }
    }

    private var insetsSum: Int { insets.top + insets.right + insets.bottom + insets.left }

    private mutating func choose(_ step: Int) -> Outcome {
        let all = Edges.allCases
        let index = all.firstIndex(of: edges) ?? 0
        edges = all[(index + step + all.count) % all.count]
        return .changed
    }

    /// Adds to the selected edges, within the limits.
    private mutating func change(horizontal: Int, vertical: Int) -> Outcome {
        // There is no picture yet.
        guard let size else { return .nothing }
        let former = insets
        let top = step(vertical, of: .top, size.height, insets.top, insets.bottom)
        let bottom = step(vertical, of: .bottom, size.height, insets.top, insets.bottom)
        let left = step(horizontal, of: .left, size.width, insets.left, insets.right)
        let right = step(horizontal, of: .right, size.width, insets.left, insets.right)
        insets = EdgeInsets(
            top: insets.top + top, right: insets.right + right, bottom: insets.bottom + bottom,
            left: insets.left + left)
        guard insets != former else { return horizontal + vertical > 0 ? .atMost : .atZero }
        isAdjusted = true
        return .changed
    }

    /// Returns how far an edge moves. Two edges that move together share the remaining room, so that both move equally
    /// far.
    ///
    /// - Parameters:
    ///   - first: the inset of one edge of the pair; `second` is the inset of the other.
    private func step(_ step: Int, of edge: Edges, _ length: Int, _ first: Int, _ second: Int) -> Int {
        guard edges.contains(edge) else { return 0 }
        let room = (length - max(length / Self.least, 1) - first - second) / (edges == .all ? 2 : 1)
        // An inset that is too large for a smaller screen can only shrink. Insets below 0 become 0.
        return min(step, max(0, room))
    }
}

/// The calibration, shared by the screens' threads, which read it, and the keys' thread, which changes it.
///
/// The lock is held only to copy a few numbers.
final class SharedCalibration: Sendable {
    /// The notice if no key was used.
    static let keysPurpose =
        "no edge was adjusted: move the frame to the visible edge with the arrow keys to get the values for --overscan"
    /// The notice if there are no keys.
    static let scalePurpose =
        "the number at the outermost visible line is the value for --overscan, in percent; in a terminal, keys "
        + "measure it in pixels"

    private let state = Mutex(OverscanCalibration())
    /// Whether there are keys, because standard input is a terminal.
    let hasKeys: Bool

    init(hasKeys: Bool) {
        self.hasKeys = hasKeys
    }

    var value: OverscanCalibration { state.withLock(\.self) }

    /// Prepares for a screen that is about to show the pattern.
    func begin(on layout: PictureLayout?) {
        guard let layout else { return }
        state.withLock { $0.begin(on: layout) }
    }

    func press(_ key: Key) -> OverscanCalibration.Outcome {
        state.withLock { $0.press(key) }
    }

    /// Prints the values in one line that can be pasted, or the purpose of the keys if no key has changed anything.
    ///
    /// - Parameters:
    ///   - isSetting: whether to print a line of a configuration in place of an argument.
    ///   - asNotice: whether to print to standard error in place of standard output.
    func say(isSetting: Bool, asNotice: Bool) throws(Failure) {
        let value = value
        guard value.isAdjusted else { return Notices.shared.say(hasKeys ? Self.keysPurpose : Self.scalePurpose) }
        let text = isSetting ? value.setting : value.argument
        guard !asNotice else { return Notices.shared.say(text) }
        try StandardOutput.write(text + "\n")
    }
}

extension EdgeInsets {
    /// Returns the same insets after the picture is rotated.
    func rotated(by orientation: Orientation) -> EdgeInsets {
        var rotated = self
        if orientation.isReflected { swap(&rotated.left, &rotated.right) }
        for _ in 0..<orientation.clockwiseQuarters {
            rotated = EdgeInsets(top: rotated.left, right: rotated.top, bottom: rotated.right, left: rotated.bottom)
        }
        return rotated
    }
}
