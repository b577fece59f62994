import Screens
import ScreensConfiguration
import ScreensLinux

/// Shows contents beside each other, each in its zone. A zone whose content cannot be shown has words that say why,
/// while the others go on.
@MainLoop
final class LayoutContent: PlaylistControls {
    private struct Zone {
        let area: ContentArea
        let title: String
        let content: any Content
        let place: ScreenPlace
        var state: ContentState?
        /// The content that it has shown last.
        var drawn: (any Content)?
        var isReplaced = false
        var omissions: [ContentOmission] = []
    }

    private let layout: LayoutKind
    private let output: ContentOutput
    private let sources: ContentSources
    private var zones: [Zone] = []
    private var isShown = false
    /// Whether a zone has got another picture before all of them had one.
    private var isChanged = false

    init(_ layout: LayoutKind, on output: ContentOutput, _ sources: ContentSources) {
        self.layout = layout
        self.output = output
        self.sources = sources
    }

    var nextChange: MonotonicTime? { zones.compactMap(\.content.nextChange).min() }

    func update(_ circumstances: Circumstances) {
        if zones.isEmpty { begin() }
        for index in zones.indices {
            var own = circumstances
            own.size = zones[index].area.contentSize(in: circumstances.size)
            // The content may show a picture at once, which changes the zone.
            let content = zones[index].content
            content.update(own)
        }
    }

    private func begin() {
        for (index, zone) in layout.zones.enumerated() {
            let place = ScreenPlace()
            let zoneOutput = ContentOutput(
                screen: output.screen,
                show: { [weak self] content in self?.show(content, in: index) },
                pictureChanged: { [weak self] in self?.pictureChanged() }, redraw: { [weak self] in self?.redraw() },
                report: { [weak self] in self?.take($0, of: index) },
                omit: { [weak self] in self?.omit($0, of: index) }, timeChanged: output.timeChanged, say: output.say)
            guard let content = zone.content.makeContent(on: zoneOutput, sources) else { continue }
            zones.append(Zone(area: zone.area, title: zone.title, content: content, place: place))
        }
        output.report(.waiting)
    }

    private func show(_ content: any Content, in index: Int) {
        zones[index].drawn = content
        zones[index].isReplaced = false
        zones[index].place.show(content)
        redraw()
    }

    /// Draws what has changed. The content before stays until each zone has something to show.
    private func redraw() {
        if isShown { output.redraw() }
    }

    /// Counts another picture of a zone as one of the layout, which turns an idle screen on once it is visible.
    private func pictureChanged() {
        if isShown { output.pictureChanged() } else { isChanged = true }
    }

    private func omit(_ omissions: [ContentOmission], of index: Int) {
        zones[index].omissions = omissions
        omit()
    }

    private func take(_ state: ContentState, of index: Int) {
        zones[index].state = state
        if case .failed(let problem) = state {
            zones[index].isReplaced = true
            let background = layout.zones[index].content.background
            zones[index].place.show(WordsContent("\(zones[index].title): \(problem.message)", on: background))
            redraw()
        } else if state == .shown, zones[index].isReplaced, let drawn = zones[index].drawn {
            show(drawn, in: index)
        }
        report()
    }

    /// The problems of the zones, with the names of their zones.
    private var problems: [String] {
        zones.enumerated().compactMap { index, zone in
            zone.state?.problem.map { "zone \(index + 1) (\(zone.title)): \($0.message)" }
        }
    }

    /// Reports the zones with a problem, and the omitted parts of all zones.
    private func omit() {
        let problems = problems
        let own = problems.prefix(1).map { first in
            ContentOmission(place: "layout", count: "\(problems.count) of \(zones.count) zones", first: first)
        }
        output.omit(own + zones.flatMap(\.omissions))
    }

    private func report() {
        omit()
        let isReady = zones.allSatisfy { zone in
            switch zone.state {
            case nil, .waiting: false
            default: true
            }
        }
        guard isReady else { return }
        if !isShown {
            isShown = true
            output.show(ZonesContent(zones.map { ($0.area, $0.place) }, on: layout.background))
            if isChanged { output.pictureChanged() }
        }
        // A zone that keeps its former picture shows something.
        let isFailed = zones.allSatisfy { if case .failed = $0.state { true } else { false } }
        output.report(isFailed ? .failed(ContentProblem(path: nil, reason: problems[0])) : .shown)
    }

    // MARK: Playlists

    /// The first zone with a playlist.
    private var played: (area: ContentArea, content: any PlaylistControls)? {
        for zone in zones {
            if let content = zone.content as? any PlaylistControls, !content.positions.isEmpty {
                return (zone.area, content)
            }
        }
        return nil
    }

    var pictures: [NamedPicture] { [] }
    var positions: [PlaylistPosition] { played?.content.positions ?? [] }

    func take(_ step: PlaylistStep, _ circumstances: Circumstances) throws(StepRefusal) {
        guard let played else { throw .noPlaylist }
        var own = circumstances
        own.size = played.area.contentSize(in: circumstances.size)
        try played.content.take(step, own)
    }
}

/// Draws contents in their zones.
private struct ZonesContent: Content {
    private struct Zone: @unchecked Sendable {
        // Unchecked: only the thread of the screen uses the part.
        let area: ContentArea
        let place: ScreenPlace
        let part: ViewPart
    }

    private let zones: [Zone]
    private let background: Color

    init(_ zones: [(area: ContentArea, place: ScreenPlace)], on background: Color) {
        self.zones = zones.map { Zone(area: $0.area, place: $0.place, part: ViewPart()) }
        self.background = background
    }

    func draw(_ frame: ContentFrame, on view: inout ExternalView) -> DrawOutcome {
        let isComplete = frame.isComplete
        if isComplete { view.clear(to: background) }
        var next = NextUpdate.whenNeeded
        for zone in zones {
            let rectangle = zone.area.rectangle(in: view.bounds.size)
            // A picture may be too small for the zone.
            guard !rectangle.isEmpty else { continue }
            let own = zone.part.draw(in: rectangle, on: &view) { zone.place.draw(on: &$0, isComplete: isComplete) }
            next = next.earlier(own, after: view.timing.targetTimestamp)
        }
        return DrawOutcome(next: next)
    }
}

extension LayoutKind: ShownKind {
    @MainLoop
    func makeContent(on output: ContentOutput, _ sources: ContentSources) -> any Content {
        LayoutContent(self, on: output, sources)
    }
}
