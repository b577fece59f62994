import Screens
import ScreensConfiguration
import ScreensLinux

/// The words of a content as another program draws them.
///
/// One request is under way at a time, for the latest words. The last picture stays until the next one is there. If
/// that takes too long, the words are late, and the content has them in the built-in font until they are drawn.
@MainLoop
package final class RequestedWords {
    /// The way in which the words can be shown now.
    package enum Form {
        /// The first picture is awaited.
        case awaited
        case picture(DrawnWords, WordsOrder)
        case builtIn
    }

    /// How long the first picture may take, and any other, until the words are late.
    private static let patience = (first: Duration.seconds(2), next: Duration.seconds(5))
    /// The first and the longest pause before the program is called again.
    private static let pauses = (shortest: Duration.milliseconds(100), longest: Duration.seconds(30))
    /// The longest pause before words that were refused are requested again: the program ends meanwhile.
    private static let longestRefusal = Duration.seconds(600)

    private let drawer: any WordsDrawer
    private let onChange: @MainLoop () -> Void
    private var wanted: WordsOrder?
    private var running: (number: UInt64, order: WordsOrder, life: any Sendable)?
    private var lastNumber: UInt64 = 0
    private var picture: (words: DrawnWords, order: WordsOrder)?
    private var isLate = false
    private var lateTime: MonotonicTime?
    /// The beginning of the rest; nil while words are wanted.
    private var restTime: MonotonicTime?
    private var pause = RequestedWords.pauses.shortest
    private var refusalPause = RequestedWords.pauses.longest
    private var retryTime: MonotonicTime?
    /// Why the program has not drawn the words, for people; nil if it has, or is about to.
    package private(set) var problem: String?
    /// Whether no program is installed.
    private(set) var isMissing = false

    /// - Parameter onChange: called when the form or the problem has changed; never before a function of this object
    ///   returns.
    package init(_ drawer: any WordsDrawer, onChange: @escaping @MainLoop () -> Void) {
        self.drawer = drawer
        self.onChange = onChange
    }

    package var form: Form {
        if isLate { return .builtIn }
        return picture.map { .picture($0.words, $0.order) } ?? .awaited
    }

    /// The number of letters in the shown picture for which no installed font has a form.
    var missingLetters: Int { isLate ? 0 : picture?.words.missing ?? 0 }

    /// The time of the next call of ``want(_:at:needsProgram:)``; nil if none is due.
    package var nextChange: MonotonicTime? { [retryTime, lateTime].compactMap(\.self).min() }

    /// Requests words, unless they are there or requested already, and takes the time.
    ///
    /// - Parameter needsProgram: whether the built-in font lacks the look of the words. Otherwise a program that is not
    ///   installed is called again only for other words.
    package func want(_ order: WordsOrder, at now: MonotonicTime, needsProgram: Bool) {
        if order != wanted {
            // A refusal may be of the size.
            if order.size != wanted?.size { retryTime = nil }
            wanted = order
            refusalPause = Self.pauses.longest
            if picture?.order == order {
                lateTime = nil
                isLate = false
            } else {
                // The last picture has aged during a rest as well.
                let (start, patience) =
                    picture == nil ? (now, Self.patience.first) : (restTime ?? now, Self.patience.next)
                if !isLate, lateTime == nil { lateTime = start.advanced(by: patience) }
                if retryTime == nil { request() }
            }
            restTime = nil
        }
        if let retryTime, now >= retryTime {
            self.retryTime = nil
            request()
        }
        if isMissing, !needsProgram { retryTime = nil }
        if let lateTime, now >= lateTime { beLate() }
    }

    /// Ends the requests while the words are hidden. The picture stays, for the time that words may be late.
    func rest(at now: MonotonicTime) {
        if wanted != nil { restTime = now }
        (running, wanted, retryTime, lateTime) = (nil, nil, nil, nil)
    }

    private func request() {
        guard running == nil, let wanted, picture?.order != wanted else { return }
        lastNumber += 1
        let number = lastNumber
        running = (number, wanted, drawer.draw(wanted) { [weak self] in self?.take($0, of: number) })
    }

    private func take(_ outcome: WordsOutcome, of number: UInt64) {
        guard let order = running?.order, running?.number == number else { return }
        running = nil
        isMissing = false
        switch outcome {
        case .drawn(let words):
            (pause, retryTime, problem) = (Self.pauses.shortest, nil, nil)
            // Words of another size have other places, and the wanted picture may be there already.
            if order.size == wanted?.size, picture?.order != wanted { picture = (words, order) }
            if picture?.order == wanted { (isLate, lateTime) = (false, nil) } else { request() }
        case .refused(let reason):
            retry(after: refusalPause, reason)
            refusalPause = min(refusalPause * 4, Self.longestRefusal)
            // The last picture has other words.
            if order == wanted { beLate() } else { request() }
        case .lost(let reason):
            retry(after: pause, reason)
            pause = min(pause * 4, Self.pauses.longest)
        case .missing(let reason):
            isMissing = true
            retry(after: pause, reason)
            pause = min(pause * 4, Self.pauses.longest)
        }
        onChange()
    }

    private func retry(after pause: Duration, _ reason: String) {
        problem = reason
        retryTime = MonotonicTime.now.advanced(by: pause)
        if picture == nil { beLate() }
    }

    private func beLate() {
        isLate = true
        lateTime = nil
        // The hidden picture would take memory from the next one.
        picture = nil
    }
}
