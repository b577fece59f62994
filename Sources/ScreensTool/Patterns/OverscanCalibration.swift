import ProgramKit
import Screens
import Synchronization

/// The values that are looked for while the overscan pattern is shown: keys in, values out. Pure.
///
/// Edges are those of the picture as the user sees it; those of the screen are what is printed.
struct OverscanCalibration: Sendable, Hashable {
    /// What the keys change.
    enum Edges: CaseIterable, Sendable, Hashable {
        case all, top, right, bottom, left

        func contains(_ edge: Edges) -> Bool { self == .all || self == edge }
    }

    /// What a key leads to.
    enum Outcome: Sendable, Hashable {
        case nothing
        /// The picture is to be drawn anew.
        case changed
        case end
    }

    private static let largeStep = 10
    /// The part of a picture that is always left, as the library has it.
    private static let least = 4

    private(set) var edges = Edges.all
    /// Whether a key has ever changed a value.
    private(set) var isAdjusted = false
    /// Of the picture, in pixels.
    private var insets = EdgeInsets.zero
    /// Of the picture; nil until there is one.
    private var size: Size?
    private var orientation = Orientation.upright

    /// A screen is about to show the pattern. The first one says where it begins, and the latest how far it may go.
    ///
    /// - Parameter layout: with the insets that were asked for, and nothing done about them.
    mutating func begin(on layout: PictureLayout) {
        let values = size == nil ? layout.insets : screenInsets
        size = layout.bounds
        orientation = layout.orientation
        insets = values.turned(by: orientation.inverse)
    }

    /// Of the screen, in pixels of its mode.
    var screenInsets: EdgeInsets { insets.turned(by: orientation) }

    /// Of a picture that lies otherwise on another screen.
    func insets(lying orientation: Orientation) -> EdgeInsets { screenInsets.turned(by: orientation.inverse) }

    /// What makes the program compensate this, to be pasted.
    var argument: String {
        let insets = screenInsets
        return "--overscan \(insets.top),\(insets.right),\(insets.bottom),\(insets.left)"
    }

    /// A key has been pressed. What is chosen changes, but for arrows while that is all: they mean their own two edges.
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
        case .character: .nothing
        }
    }

    private var insetsSum: Int { insets.top + insets.right + insets.bottom + insets.left }

    private mutating func choose(_ step: Int) -> Outcome {
        let all = Edges.allCases
        let index = all.firstIndex(of: edges) ?? 0
        edges = all[(index + step + all.count) % all.count]
        return .changed
    }

    /// Adds to the chosen ones, as far as that goes.
    private mutating func change(horizontal: Int, vertical: Int) -> Outcome {
        // Nothing is seen yet.
        guard let size else { return .nothing }
        let former = insets
        if edges.contains(.top) { insets.top = add(vertical, to: insets.top, insets.bottom, size.height) }
        if edges.contains(.bottom) { insets.bottom = add(vertical, to: insets.bottom, insets.top, size.height) }
        if edges.contains(.left) { insets.left = add(horizontal, to: insets.left, insets.right, size.width) }
        if edges.contains(.right) { insets.right = add(horizontal, to: insets.right, insets.left, size.width) }
        guard insets != former else { return .nothing }
        isAdjusted = true
        return .changed
    }

    private func add(_ step: Int, to value: Int, _ opposite: Int, _ length: Int) -> Int {
        let limit = length - max(length / Self.least, 1) - opposite
        // One that is too large for a smaller screen can only shrink.
        return max(0, step > 0 ? max(value, min(value + step, limit)) : value + step)
    }
}

/// The calibration between those that read it, the screens' threads, and the one that changes it by keys.
///
/// The lock is held for as long as it takes to copy some numbers.
final class SharedCalibration: Sendable {
    /// What is said where no key was used.
    static let keysPurpose =
        "nothing was adjusted: arrow keys move the frame to where the display's picture ends, for --overscan"
    /// What is said where there are none.
    static let scalePurpose =
        "the number at the outermost line that is seen is for --overscan, in percent; in a terminal keys find it"

    private let state = Mutex(OverscanCalibration())
    /// Whether there are keys to be told about: standard input is a terminal.
    let hasKeys: Bool

    init(hasKeys: Bool) {
        self.hasKeys = hasKeys
    }

    var value: OverscanCalibration { state.withLock(\.self) }

    /// A screen is about to show the pattern.
    func begin(on layout: PictureLayout?) {
        guard let layout else { return }
        state.withLock { $0.begin(on: layout) }
    }

    func press(_ key: Key) -> OverscanCalibration.Outcome {
        state.withLock { $0.press(key) }
    }

    /// Prints what was found, in one line that can be pasted, or where no key has changed anything, what keys are for.
    ///
    /// - Parameter asNotice: on standard error, and not on standard output.
    func say(asNotice: Bool) throws(Failure) {
        let value = value
        guard value.isAdjusted else { return Notices.shared.say(hasKeys ? Self.keysPurpose : Self.scalePurpose) }
        guard !asNotice else { return Notices.shared.say(value.argument) }
        try StandardOutput.write(value.argument + "\n")
    }
}

extension EdgeInsets {
    /// Where the edges of a picture come to lie that is turned.
    func turned(by orientation: Orientation) -> EdgeInsets {
        var turned = self
        if orientation.isMirrored { swap(&turned.left, &turned.right) }
        for _ in 0..<orientation.clockwiseQuarters {
            turned = EdgeInsets(top: turned.left, right: turned.top, bottom: turned.right, left: turned.bottom)
        }
        return turned
    }
}
