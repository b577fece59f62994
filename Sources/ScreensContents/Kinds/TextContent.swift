import Glibc
import Screens
import ScreensConfiguration
import ScreensLinux

/// Shows words. Whenever the value of a placeholder changes, it lays them out again with the new value.
///
/// Words that change are the same picture: they neither turn an idle screen on nor count as played again.
@MainLoop
final class TextContent: Content {
    private static let installation = "install the package screens-words"
    /// How early a moment counts as reached: readings of two clocks differ.
    private static let tolerance = Duration.milliseconds(1)

    /// The words as the screen draws them.
    private enum Shown: Equatable {
        case builtIn(String, Size, screenHeight: Int)
        case picture(WordsOrder)
    }

    private let kind: any WordsKind
    private let output: ContentOutput
    private let zone: LocalTime
    private let figure: any WordsFigure
    /// The words as another program draws them; nil if none does.
    private var requested: RequestedWords?
    private var files: [FollowedText] = []
    /// The address of the machine; nil if the words have none.
    private var address: FollowedAddress?
    private var circumstances: Circumstances?
    private var text = ""
    private var shown: Shown?
    private var omissions: [ContentOmission] = []
    /// The time at which the words are others.
    private var textChange: MonotonicTime?

    init(
        _ kind: any WordsKind, on output: ContentOutput, _ words: (any WordsDrawer)? = nil,
        files sources: ContentSources? = nil, zone: LocalTime = .ofProcess
    ) {
        self.kind = kind
        self.output = output
        self.zone = zone
        figure = kind.makeFigure()
        if let sources {
            files = Set(kind.template.files).sorted().map { path in
                FollowedText(path, sources, isOfCall: kind.template.isOfCall) { [weak self] in self?.takeValue() }
            }
        }
        if kind.template.hasAddress { address = FollowedAddress { [weak self] in self?.takeValue() } }
        if let words { requested = RequestedWords(words) { [weak self] in self?.takeWords() } }
    }

    var nextChange: MonotonicTime? {
        ([textChange, requested?.nextChange] + files.map(\.nextChange)).compactMap(\.self).min()
    }

    func update(_ circumstances: Circumstances) {
        let now = circumstances.wallTime.map { $0 + Self.tolerance }
        for file in files {
            file.update(at: circumstances.now)
            if let former = self.circumstances, former.reading != circumstances.reading { file.read() }
        }
        address?.update(at: circumstances.now)
        if self.circumstances == nil, requested != nil || !files.isEmpty || address != nil { output.report(.waiting) }
        self.circumstances = circumstances
        // The first words have all of their values.
        guard shown != nil || files.allSatisfy(\.isKnown) && (address == nil || address?.text != nil) else { return }
        text = kind.template.text(at: now?.components.seconds, in: zone, values)
        textChange = change(after: now?.components.seconds, circumstances)
        request(circumstances)
        show(circumstances)
        report()
    }

    /// Takes a picture of the program, or a reason why it has none.
    private func takeWords() {
        guard let circumstances else { return }
        // This ends the pauses for a program that is not needed.
        request(circumstances)
        show(circumstances)
        report()
        // The owner takes the omissions with the state.
        if shown != nil { output.report(.shown) }
        output.timeChanged()
    }

    /// Takes the text of a file, or the address.
    private func takeValue() {
        // The last update may be hours old.
        if let circumstances { update(circumstances.moved(to: .now)) }
        output.timeChanged()
    }

    /// The values of the placeholders, without the time.
    private var values: TextTemplate.Values {
        var values = TextTemplate.Values(host: Self.hostName, screen: screenName)
        values.address = address?.text ?? ""
        for file in files { values.files[file.path] = file.text }
        return values
    }

    private func request(_ circumstances: Circumstances) {
        guard let requested else { return }
        guard !circumstances.isOff, circumstances.use == .free else { return requested.rest(at: circumstances.now) }
        let order = kind.order(text, in: circumstances.size, onScreenOf: circumstances.screenSize.height)
        requested.want(order, at: circumstances.now, needsProgram: needsProgram)
    }

    /// Whether the built-in font lacks the look of the words, or letters of them.
    private var needsProgram: Bool { kind.needsFonts || BitmapFont.problem(with: text) != nil }

    /// Shows the words in the form that they have now.
    private func show(_ circumstances: Circumstances) {
        let (size, height) = (circumstances.size, circumstances.screenSize.height)
        let next: Shown
        switch requested?.form ?? .builtIn {
        case .awaited where !circumstances.isOff && circumstances.use == .free: return
        case .picture(let words, let order):
            next = .picture(order)
            if next != shown { figure.set(order.text, as: words, in: order.size, onScreenOf: height) }
        case .builtIn where !kind.isBuiltIn && (requested == nil || requested?.problem != nil): return fail()
        case .builtIn where !kind.isBuiltIn:
            // Nothing has failed: the program has not drawn it yet, as after a night.
            next = .builtIn("", size, screenHeight: height)
            if next != shown { figure.set("", as: nil, in: size, onScreenOf: height) }
        case .awaited where !kind.isBuiltIn: return
        case .builtIn, .awaited:
            next = .builtIn(text, size, screenHeight: height)
            if next != shown { figure.set(text, as: nil, in: size, onScreenOf: height) }
        }
        let former = shown
        shown = next
        if former == nil {
            report()
            output.show(figure.content)
            output.report(.shown)
        } else if next != former {
            output.redraw()
        }
    }

    /// Reports a failure of the program, and hides its last picture.
    private func fail() {
        shown = nil
        let reason = requested?.problem ?? "screens-words has not drawn it so far"
        let remedy = requested?.isMissing == true ? ": \(Self.installation)" : ""
        output.report(.failed(ContentProblem(path: nil, reason: reason + remedy)))
    }

    /// The time of the next change; nil if there is none, or while it is hidden.
    private func change(after moment: Int64?, _ circumstances: Circumstances) -> MonotonicTime? {
        guard let moment, let now = circumstances.wallTime, !circumstances.isOff, circumstances.use == .free,
            let next = kind.template.nextChange(after: moment, in: zone)
        else { return nil }
        return circumstances.now.advanced(by: .seconds(next) - now)
    }

    /// Reports letters and looks that the fonts lack, when they change.
    private func report() {
        var found: [ContentOmission] = []
        func note(_ count: String, _ first: String, _ remedy: String) {
            found.append(ContentOmission(place: "text", count: count, first: first, fontRemedy: remedy))
        }
        if case .builtIn? = shown, kind.isBuiltIn {
            let isInstalled = requested.map { !$0.isMissing } ?? false
            let remedy = isInstalled ? "see the journal" : Self.installation
            if let problem = requested?.problem, needsProgram { note("the fonts of a text", problem, remedy) }
            if let problem = BitmapFont.problem(with: text) { note("letters of a text", problem, remedy) }
        } else if let count = requested?.missingLetters, count > 0 {
            note(
                "\(count) letters of a text", "no installed font has a form for them",
                "install a package of fonts for the script, such as fonts-noto")
        }
        for file in files {
            guard let problem = file.problem else { continue }
            found.append(ContentOmission(place: file.path, count: "a file of a text is not read", first: problem))
        }
        guard found != omissions else { return }
        for one in found where !omissions.contains(one) { output.say(.oddity("\(output.screen): \(one.first)")) }
        omissions = found
        output.omit(found)
    }

    /// The connector's name.
    private var screenName: String { output.screen.split(separator: "/").last.map(String.init) ?? output.screen }

    nonisolated static var hostName: String {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { name in
            name.initialize(repeating: 0)
            guard let start = name.baseAddress, gethostname(start, 255) == 0 else { return "" }
            return String(cString: start).printable
        }
    }
}

extension TextKind: ShownKind {
    @MainLoop
    func makeContent(on output: ContentOutput, _ sources: ContentSources) -> any Content {
        TextContent(self, on: output, sources.words, files: sources)
    }
}
