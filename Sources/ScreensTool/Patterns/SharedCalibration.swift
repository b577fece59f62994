import ProgramKit
import Screens
import Synchronization

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
