import Glibc
import ScreensKMS
import ScreensLinux

/// Sets the modes of several connectors of a card in one commit, each with its first picture.
///
/// First a pipe is prepared for each connector, and its session draws into buffers that are not shown yet. Then all of
/// them are committed. If the driver refuses a mode, the next mode of the connector is tried.
struct ModesetBatch {
    /// The remaining time to wait for first pictures: together a tenth of a second, however many modes are refused
    /// meanwhile; longer if the pictures of an earlier process are shown until then.
    struct PictureWait {
        private var left: Nanoseconds
        private let isManual: Bool

        /// Makes the wait. With a manual clock, by which running code takes no time, it is long enough for every
        /// delegate that returns at all.
        init(by time: TimeSource, isPatient: Bool = false) {
            isManual = time.manual != nil
            left = isManual || isPatient ? 10_000_000_000 : 100_000_000
        }

        /// - Parameter isOwn: whether the screen draws its own picture. With a manual clock, another screen's picture
        ///   comes with a refresh, which the clock does not reach meanwhile.
        /// - Returns: nil if the picture is not waited for.
        func deadline(at now: MonotonicTime, isOwn: Bool) -> MonotonicTime? { isOwn || !isManual ? now + left : nil }

        /// Reduces the rest by the wait, but not by the commit after it, which may take seconds.
        mutating func ended(at now: MonotonicTime, begun: MonotonicTime) {
            left = max(0, left - (now - begun))
        }
    }

    /// A connector whose mode is to be set.
    struct Request {
        let modeset: Reconciler.Modeset
        let key: DisplayKey
        let source: ScreenRoles.Source
        let options: PipeOptions
        /// The CRTCs of the card that may feed the connector.
        let possibleCRTCs: [CRTCIndex]
        /// The modes that the display lists.
        let listed: [ScreenMode]
        /// The screen as the delegate sees it.
        let screen: (ScreenMode, PictureLayout) -> Screen
        /// The session that shows a picture there so far.
        let running: ScreenSession?
    }

    enum Outcome {
        /// The connector shows the first picture of a session, which is in that buffer.
        case enabled(ScreenSession, buffer: Int)
        /// The connector stays as it is: the driver refuses every better mode.
        case kept
        /// The connector stays as it is: there is no memory for a second picture next to the shown one.
        case lacksMemory
        case failed(DarkState, mayPass: Bool)
    }

    struct Result {
        let connector: ConnectorID
        /// The rule that the modes followed.
        let policy: ModePolicy
        let outcome: Outcome
        /// The modes that the driver refused.
        let refused: [ModesetRefusal]
        /// The names of connectors that showed the pictures of other programs, and had to be disabled.
        let displaced: [String]
        /// The sessions that were stopped, whose calls of the delegate may still run.
        let stopped: [ScreenSession]
    }

    /// The variants in which one mode is tried.
    private struct Trial {
        let mode: ScreenMode
        /// The remaining variants after the first one, each with its difference from it.
        var fallbacks: ArraySlice<(variant: ModesetVariant, difference: String)>
        /// The difference of the present variant; nil for the first one.
        private var difference: String?
        /// The error of the first variant.
        private(set) var error: ScreenError?
        /// The fallbacks that the driver refused.
        private(set) var refused: [String] = []

        /// - Parameters:
        ///   - first: the first variant.
        ///   - card: the card before the first attempt.
        init(_ mode: ScreenMode, _ first: ModesetVariant, _ fallbacks: [ModesetVariant], on card: CardSnapshot) {
            self.mode = mode
            self.fallbacks = fallbacks.map { ($0, $0.description(beside: first, in: card)) }[...]
        }

        mutating func nextFallback() -> ModesetVariant? {
            guard let next = fallbacks.popFirst() else { return nil }
            difference = next.difference
            return next.variant
        }

        mutating func refused(_ error: ScreenError) {
            if let difference { refused.append(difference) } else { self.error = error }
        }
    }

    private struct Attempt {
        let request: Request
        var candidates: ArraySlice<ScreenMode>
        var trial: Trial?
        /// The variant of ``latest``.
        var variant: ModesetVariant?
        /// The modes that come last, since their buffers do not fit into the memory.
        var tooLarge: [ScreenMode] = []
        var displaced: [String] = []
        /// The session that has the thread and the content.
        var latest: ScreenSession?
        /// Whether ``latest`` waits for its modeset.
        var isPrepared = false
        var outcome: Outcome?
        var refused: [ModesetRefusal] = []
        var refusal: ScreenError?
        var stopped: [ScreenSession] = []

        /// Whether the former picture is still drawn.
        var showsFormer: Bool { latest != nil && latest === request.running }

        /// Whether the mode may fit into the memory after the shown picture is gone. A custom mode that is larger than
        /// the listed modes is not worth a dark screen.
        var mayFitWithoutFormer: Bool {
            guard showsFormer, let mode = trial?.mode else { return false }
            return request.listed.contains { $0.width * $0.height >= mode.width * mode.height }
        }

        /// Whether the mode can still be tried on another CRTC than the latest variant's.
        var mayTryAnotherCRTC: Bool {
            trial?.fallbacks.contains { $0.variant.crtcIndex != variant?.crtcIndex } ?? false
        }

        /// Drops the remaining variants on the CRTC of the latest variant.
        mutating func leaveCRTC() {
            trial?.fallbacks.removeAll { [variant] in $0.variant.crtcIndex == variant?.crtcIndex }
        }

        /// Drops everything that remains to be tried.
        mutating func giveUp() {
            candidates = []
            trial = nil
        }
    }

    private let card: any DisplayCard
    private let reader: FlipReader
    private let shared: SharedState
    private let handlers: (ConnectorID) -> ScreenSession.Handlers
    /// The CRTCs of the screens that show our pictures.
    private let crtcs: [ConnectorID: CRTCIndex]
    private var attempts: [Attempt] = []
    private var pictureWait: PictureWait
    /// The objects as they are until the next commit; nil if they have to be read.
    private var objects: CardSnapshot?
    /// Whether CRTCs whose connectors have gone were disabled.
    private var hasDisabledOrphans = false
    /// The error that ends the batch: the card is gone, or has another master.
    private(set) var cardFailure: ScreenError?

    /// - Parameter crtcs: the CRTCs of the screens that show our pictures.
    init(
        on card: any DisplayCard, _ reader: FlipReader, _ shared: SharedState, crtcs: [ConnectorID: CRTCIndex],
        handlers: @escaping (ConnectorID) -> ScreenSession.Handlers
    ) {
        self.card = card
        self.reader = reader
        self.shared = shared
        pictureWait = PictureWait(by: shared.settings.time, isPatient: card.hasInheritedPictures)
        self.crtcs = crtcs
        self.handlers = handlers
    }

    /// Finds a mode for each connector that the driver accepts, and begins to draw.
    mutating func prepare(_ requests: [Request]) {
        attempts = requests.map {
            Attempt(request: $0, candidates: $0.modeset.candidates[...], latest: $0.running)
        }
        for index in attempts.indices where cardFailure == nil { prepareNext(index) }
    }

    /// Sets the modes.
    mutating func commit() -> [Result] {
        while cardFailure == nil {
            let prepared = attempts.indices.filter { attempts[$0].isPrepared }
            guard !prepared.isEmpty else { break }
            let begun = MonotonicTime.now
            let modesets = prepared.compactMap { index in
                attempts[index].latest.map {
                    let deadline = pictureWait.deadline(at: begun, isOwn: $0.drawing.source.isOwn)
                    return PreparedModeset(pipe: $0.pipe, buffer: $0.firstBuffer(until: deadline))
                }
            }
            pictureWait.ended(at: MonotonicTime.now, begun: begun)
            let refusals = card.commit(modesets)
            objects = nil
            for (index, (modeset, refusal)) in zip(prepared, zip(modesets, refusals)) {
                attempts[index].isPrepared = false
                if let refusal {
                    refused(index, by: refusal)
                    if cardFailure == nil { prepareNext(index) }
                } else if let session = attempts[index].latest {
                    attempts[index].outcome = .enabled(session, buffer: modeset.buffer)
                }
            }
        }
        var results: [Result] = []
        for index in attempts.indices { results.append(finish(index)) }
        return results
    }

    // MARK: One connector

    private mutating func prepareNext(_ index: Int) {
        let request = attempts[index].request
        while cardFailure == nil {
            do {
                guard let (mode, variant) = try nextVariant(index) else { return }
                attempts[index].variant = variant
                let objects = try readObjects()
                let pipe = try card.prepare(
                    connector: request.modeset.connector, variant, mode: mode, request.options, among: objects)
                try begin(index, pipe)
                attempts[index].displaced = variant.namesOfDisplaced(
                    by: request.modeset.connector, ours: ours, in: objects)
                return
            } catch {
                refused(index, by: error)
            }
        }
    }

    /// The next variant of the present mode, or the first variant of the next mode.
    ///
    /// - Returns: nil if none is left, or the connector shows the mode already.
    private mutating func nextVariant(_ index: Int) throws(ScreenError) -> (ScreenMode, ModesetVariant)? {
        let connector = attempts[index].request.modeset.connector
        let others = crtcs(besides: index)
        while let variant = attempts[index].trial?.nextFallback() {
            guard let mode = attempts[index].trial?.mode, !others.contains(variant.crtcIndex) else { continue }
            return (mode, variant)
        }
        endTrial(index)
        guard let mode = try nextMode(index) else { return nil }
        if isRunning(attempts[index], in: mode) {
            attempts[index].outcome = .kept
            return nil
        }
        let planned = attempts[index].request.modeset.crtc
        let objects = try readObjects()
        let fallbacks = ModesetVariant.fallbacks(
            for: connector, planned: planned,
            spare: attempts[index].request.possibleCRTCs.filter { !others.contains($0) }, ours: ours, in: objects)
        let first = ModesetVariant(crtcIndex: planned)
        attempts[index].trial = Trial(mode, first, fallbacks, on: objects)
        return (mode, first)
    }

    /// The next mode. Modes whose buffers do not fit into the memory come last, unless the settings name them.
    private mutating func nextMode(_ index: Int) throws(ScreenError) -> ScreenMode? {
        let request = attempts[index].request
        while let mode = attempts[index].candidates.popFirst() {
            guard !attempts[index].tooLarge.contains(mode), !attempts[index].candidates.isEmpty,
                let memory = card.contiguousMemory(try readObjects()),
                let problem = memory.problem(of: mode, request.options),
                !shared.displays[request.key].policy(otherwise: shared.settings.mode).names(mode)
            else { return mode }
            attempts[index].tooLarge.append(mode)
            attempts[index].candidates.append(mode)
            remember(ModesetRefusal(mode, circumstances: problem), index)
        }
        return nil
    }

    /// Records that a mode is refused in all its remaining variants.
    private mutating func endTrial(_ index: Int) {
        guard let trial = attempts[index].trial else { return }
        attempts[index].trial = nil
        let error = trial.error ?? attempts[index].refusal
        remember(
            ModesetRefusal(
                trial.mode, errno: error?.errno, circumstances: error?.circumstances, fallbacks: trial.refused),
            index)
    }

    private mutating func remember(_ refusal: ModesetRefusal, _ index: Int) {
        shared.displays.update(attempts[index].request.key) { $0.remember(refusal) }
        attempts[index].refused.removeAll { $0.mode == refusal.mode }
        attempts[index].refused.append(refusal)
    }

    /// The connectors that show our pictures, or are about to.
    private var ours: Set<ConnectorID> { Set(crtcs.keys).union(attempts.map(\.request.modeset.connector)) }

    /// The CRTCs of our other pictures.
    private func crtcs(besides index: Int) -> Set<CRTCIndex> {
        let connector = attempts[index].request.modeset.connector
        var others = Set(crtcs.filter { $0.key != connector }.values)
        for (other, attempt) in attempts.enumerated() where other != index {
            others.insert(attempt.variant?.crtcIndex ?? attempt.request.modeset.crtc)
        }
        return others
    }

    /// The objects of the card, read again if a commit has changed them. CRTCs whose connectors have gone are disabled
    /// first.
    private mutating func readObjects() throws(ScreenError) -> CardSnapshot {
        if let objects { return objects }
        var read = try card.objects()
        if !hasDisabledOrphans {
            hasDisabledOrphans = true
            let orphans = read.orphanedCRTCs
            for orphan in orphans { card.disable(crtcIndex: orphan.index) }
            if !orphans.isEmpty { read = try card.objects() }
        }
        objects = read
        return read
    }

    /// Whether the connector shows that mode already, and need not be set for another reason.
    private func isRunning(_ attempt: Attempt, in mode: ScreenMode) -> Bool {
        guard attempt.showsFormer, let running = attempt.request.running, !attempt.refused.isEmpty else {
            return false
        }
        return mode.timings.hasSameTimings(as: running.pipe.mode.timings)
            && attempt.request.options.isSameModeset(as: running.options)
            && attempt.request.source.isShownAlike(running.drawing.role)
    }

    private mutating func refused(_ index: Int, by error: ScreenError) {
        attempts[index].refusal = error
        switch error.code {
        case .modeRefused where error.errno == ENOMEM && attempts[index].mayFitWithoutFormer:
            attempts[index].outcome = .lacksMemory
            attempts[index].giveUp()
        case .modeRefused where card.isPresent:
            attempts[index].trial?.refused(error)
            // The needed memory does not depend on the variant.
            if error.errno == ENOMEM { attempts[index].trial?.fallbacks = [] }
        case .modeRefused:
            // A card that is being removed refuses every mode, and may have many.
            cardFailure = ScreenError(.cardLost, operation: "use", object: card.path, errno: ENODEV)
        case _ where error.concernsCard: cardFailure = error
        // Another mode would fail in the same way; another CRTC has other planes.
        case .unsupported where attempts[index].mayTryAnotherCRTC: attempts[index].leaveCRTC()
        // The mode is not at fault: another one would fail in the same way.
        default: attempts[index].giveUp()
        }
    }

    /// Starts the first picture of a session, on the thread of the session before it if there is one.
    private mutating func begin(_ index: Int, _ pipe: any DisplayPipe) throws(ScreenError) {
        let request = attempts[index].request
        let options = request.options
        let former = attempts[index].latest
        let screen = request.screen(pipe.mode, pipe.layout(options.adjustment))
        let links = try shared.displays.links(of: screen.id)
        let session = ScreenSession(
            screen: screen, thread: former?.thread ?? ScreenThread(), pipe: pipe, options: options, reader: reader,
            drawing: shared.drawing(
                for: screen, key: request.key, size: pipe.plan.canvas, request.source, links, after: former),
            links: links, enabled: shared.enabled, settings: shared.settings,
            handlers: handlers(request.modeset.connector))
        session.pace(by: shared.displays[request.key].settings, otherwise: shared.settings.cadence)
        session.attach()
        if case .mirror(let source) = request.source {
            session.mirror?.follow(try? shared.displays.links(of: source))
        }
        do throws(ScreenError) {
            try ScreenError.mapping { () throws(SystemError) in try session.thread.draw(session) }
        } catch {
            session.end.signal()
            withdraw(session, index)
            throw error
        }
        if let former { stop(former, index) }
        attempts[index].latest = session
        attempts[index].isPrepared = true
    }

    private mutating func stop(_ session: ScreenSession, _ index: Int) {
        shared.stop([session])
        attempts[index].stopped.append(session)
    }

    /// Ends a session whose mode is not set.
    private mutating func withdraw(_ session: ScreenSession, _ index: Int) {
        stop(session, index)
        shared.keep(session, for: attempts[index].request.key)
    }

    private mutating func finish(_ index: Int) -> Result {
        if attempts[index].outcome == nil, let latest = attempts[index].latest,
            latest !== attempts[index].request.running
        {
            withdraw(latest, index)
        }
        let attempt = attempts[index]
        let refusal = attempt.refusal
        return Result(
            connector: attempt.request.modeset.connector, policy: attempt.request.modeset.policy,
            outcome: attempt.outcome
                ?? .failed(
                    DarkState(
                        .modesetFailed, message: message(of: attempt), errno: refusal?.errno,
                        tried: attempt.refused.map(\.mode)),
                    mayPass: refusal.map { $0.code != .modeRefused && $0.code != .unsupported } ?? false),
            refused: attempt.refused, displaced: attempt.displaced, stopped: attempt.stopped)
    }

    /// The reason why a connector stays dark: the best mode with its error if all were refused, or the error that ended
    /// the attempts.
    private func message(of attempt: Attempt) -> String {
        guard let refusal = attempt.refusal else { return "no usable mode" }
        guard refusal.code == .modeRefused, let best = attempt.refused.first else {
            let fallbacks = attempt.refused.last?.fallbacks ?? []
            return refusal.description + (fallbacks.isEmpty ? "" : "; also tried \(fallbacks.joined(separator: ", "))")
        }
        let others = attempt.refused.count - 1
        return best.clause + (others == 0 ? "" : ", and \(others) other mode\(others == 1 ? "" : "s")")
    }
}
