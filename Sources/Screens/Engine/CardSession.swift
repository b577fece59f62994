import ScreensKMS
import ScreensLinux
import ScreensUdev
import Synchronization

/// One card: reads its connectors, makes them show what is configured, and publishes the state.
///
/// An actor on a thread of its own, because probes and modesets block. It carries out the plans of `Reconciler`; the
/// screens' own threads only draw and flip.
actor CardSession {
    /// The number of sessions so far, which distinguishes the connections of different sessions.
    private static let sessionCount = Atomic<UInt64>(0)

    nonisolated let node: CardNode
    private nonisolated let thread: ActorThread
    let shared: SharedState
    /// Called after a change that may affect other cards.
    let onScreensChanged: @Sendable (CardNode) -> Void
    private(set) var ownership: CardOwnership
    private(set) var slots: SlotTable
    /// The screens of all cards as they were driven in the last pass.
    private(set) var roles = ScreenRoles.none
    private var edidRetries = EDIDRetries()
    private var timers: Set<CardTimer> = []
    private let waiter: MasterWaiter
    /// The time at which to decide again whether the card is held.
    private var nextHoldCheck: MonotonicTime?
    private nonisolated let pendingHotplug = PendingHotplug()

    nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

    init(
        node: CardNode, source: any CardSource, shared: SharedState, isPaused: Bool,
        onScreensChanged: @escaping @Sendable (CardNode) -> Void
    ) throws(ScreenError) {
        self.node = node
        self.shared = shared
        self.onScreensChanged = onScreensChanged
        slots = SlotTable(
            Inventory(card: node.path, session: Self.sessionCount.add(1, ordering: .relaxed).newValue))
        thread = try ScreenError.mapping { () throws(SystemError) in
            try ActorThread(name: node.name, time: shared.settings.time)
        }
        ownership = CardOwnership(node, from: source, shared.settings, isPaused: isPaused)
        waiter = MasterWaiter(on: thread)
    }

    private nonisolated var now: MonotonicTime { shared.settings.time.now }

    /// Calls `body` on the card's thread, soon.
    nonisolated func perform(_ body: @escaping @Sendable (isolated CardSession) -> Void) {
        thread.enqueue { [weak self] in self?.assumeIsolated(body) }
    }

    private func schedule(after delay: Nanoseconds, _ body: @escaping @Sendable (isolated CardSession) -> Void) {
        thread.schedule(after: .nanoseconds(delay)) { [weak self] in
            self?.assumeIsolated { if !$0.ownership.access.isOver { body($0) } }
        }
    }

    private func start(_ timer: CardTimer, _ body: @escaping @Sendable (isolated CardSession) -> Void) {
        guard timers.insert(timer).inserted else { return }
        schedule(after: timer.delay) { session in
            session.timers.remove(timer)
            body(session)
        }
    }

    // MARK: Reading

    /// Reads the card for the first time. Nothing is enabled yet, since the selection depends on every card.
    func readFirst() {
        guard ownership.access.mayRead else { return }
        let drives = ownership.access.drives
        read(probing: !drives && shared.settings.reading.probes, opening: drives ? .unlessDescribed : .unlessAsleep)
        if drives, ownership.isFromSysfs, pass.requests(at: now).hold != .free { read(probing: false) }
        if !drives { slots.takeCurrentModes(of: ownership.closeTemporary()) }
        publish()
    }

    /// Takes the card if something is requested on it, after the first read of every card.
    func begin() {
        publish(holdOrRelease()?.screens)
    }

    /// Reads the card, as after a hotplug, and acts on its state. With `probing`, displays are probed if this process
    /// may hold the card and no other one does.
    func update(probing: Bool = true, opening: CardOwnership.Opening = .always) {
        guard ownership.access.mayRead else { return }
        read(probing: probing && ownership.access.drives, opening: opening)
        reconcile()
    }

    /// Sets every shown picture again after a reset of the GPU, or after sleep, in which displays came without events.
    func renew(afterSleep: Bool = false) {
        guard ownership.card != nil || afterSleep else { return }
        if ownership.card != nil { slots.requireModesets() }
        update()
    }

    /// Reads the card as soon as its thread is free, and again after the console's probe if it is not held.
    nonisolated func hotplug(_ scope: HotplugScope) {
        if pendingHotplug.add(scope) { perform { $0.handleHotplug() } }
    }

    private func handleHotplug() {
        let scope = pendingHotplug.take()
        guard ownership.access.mayRead, scope != .unprobed else { return checkForMissedEvents() }
        if ownership.probesHotplugs(mayRequest: pass.mayRequest) {
            read(probing: true, scope)
            slots.renewLinks(after: scope, at: now)
            reconcile()
        } else {
            readIfChanged(probing: false)
        }
        if ownership.card == nil { start(.secondRead) { $0.readIfChanged(probing: $0.pass.mayRequest) } }
    }

    /// Reads a card that is not held if sysfs shows a change: opening it may enable a blanked console, or wake a GPU.
    private func readIfChanged(probing: Bool) {
        if ownership.card == nil, ownership.hasSysfsChanged { update(probing: probing, opening: .unlessAsleep) }
    }

    /// Finds changes that no event reported. The hardware is not probed, which would cost displays and threads time.
    /// The kernel's knowledge is compared with the slots, and only a difference leads to a read.
    func checkForMissedEvents() {
        guard ownership.access.mayRead else { return }
        if ownership.card == nil { return readIfChanged(probing: false) }
        if (try? ownership.readCached()).map(slots.differs) ?? true { update() }
    }

    private func read(probing: Bool, _ scope: HotplugScope = .all, opening: CardOwnership.Opening = .always) {
        switch ownership.read(probing: probing, scope, opening: opening) {
        case .state(let state):
            take(state)
            probeForEDIDs()
        case .failed(let wasHeld, let retry):
            if wasHeld { release() }
            openAgain(retry)
        }
    }

    private func take(_ state: CardState) {
        slots.take(state, shared, until: contentDeadline)
        assignEventReader()
    }

    /// Starts the timer for the next probe of displays without an EDID. Only a card that is driven is probed.
    private func probeForEDIDs() {
        let lacking = ownership.card == nil ? [] : slots.lackingEDID
        guard let delay = edidRetries.read(lacking: lacking, at: now) else { return }
        schedule(after: delay) { session in
            if session.edidRetries.isDue(at: session.now), session.ownership.card != nil { session.update() }
        }
    }

    private func openAgain(_ retry: RetryTimer.Start?) {
        guard let retry else { return }
        schedule(after: retry.delay) { session in
            guard session.ownership.retryIsDue(retry.number) else { return }
            if session.ownership.access.isWaiting { session.tryForMaster() } else { session.update() }
        }
    }

    // MARK: Holding

    /// Takes the card if something is requested on it, and gives it up if nothing is any longer. Returns the requests
    /// of the pass, unless they may have changed.
    private func holdOrRelease() -> CardPass.Requests? {
        guard ownership.access.drives, ownership.access.mayRead else {
            slots.takeCurrentModes(of: ownership.closeTemporary())
            return nil
        }
        var requests = decideHold()
        // A probe may find another state.
        if requests.hold != .free, ownership.card == nil, takeCard() { requests = decideHold() }
        guard requests.hold == .free else { return requests }
        waiter.end()
        let wasHeld = ownership.card != nil
        if wasHeld { giveUp() }
        ownership.leave()
        return wasHeld ? nil : requests
    }

    private func decideHold() -> CardPass.Requests {
        let requests = pass.requests(at: now)
        slots.select(requests.roles.driven)
        if case .heldUntil(let end) = requests.hold, nextHoldCheck.map({ $0 <= now || $0 > end }) ?? true {
            nextHoldCheck = end
            schedule(after: end - now) { $0.reconcile() }
        }
        return requests
    }

    /// - Returns: whether the card was read again.
    private func takeCard() -> Bool {
        guard ownership.mayTry else { return false }
        switch ownership.hold(onLost: { [weak self] card in self?.perform { $0.cardLost(card) } }) {
        case .held(let state):
            waiter.end()
            if let state { take(state) }
            probeForEDIDs()
            return state != nil
        case .busy(let state, let retry):
            if let state { take(state) }
            openAgain(retry)
            waiter.begin(ownership.closes) { [weak self] in self?.assumeIsolated { $0.tryForMaster() } }
            return state != nil
        case .failed(let retry): openAgain(retry)
        }
        return false
    }

    /// Restores the state from before, and leaves the card to other programs, since nothing is requested.
    private func giveUp() {
        restore()
        if let state = ownership.readBeforeRelease() { slots.replace(by: state) }
        close()
        ownership.forgetSaved()
    }

    /// Tests whether the card still has a master.
    private func tryForMaster() {
        guard ownership.access.isWaiting, ownership.access.mayRead else { return waiter.end() }
        if ownership.isFree { return update() }
        if waiter.failed() { return }
        // The master may be another program than before.
        openAgain(ownership.isStillHeld())
        publish()
    }

    // MARK: Acting

    /// Makes the screens show what is configured now, without a read of the card. For `applied` displays, whose
    /// settings are being applied, a failed modeset is tried again.
    func reconcile(applying applied: Set<DisplayKey> = []) {
        guard !ownership.access.isOver else { return }
        slots.settingsApplied(to: applied)
        var warnings: [CardReport.Warning] = []
        let requests = holdOrRelease() ?? pass.requests(at: now)
        if !ownership.hasFile { slots.forgetLeases() }
        if let card = ownership.card {
            slots.repeatFailedCalls()
            roles = requests.roles
            slots.configureSessions(roles, shared)
            var plan = pass.plan()
            while slots.makeRoom(plan, on: card, shared) {
                ownership.pictureHasChanged()
                assignEventReader()
                plan = pass.plan()
            }
            slots.lackCRTC(plan.lackingCRTC)
            if !plan.modesets.isEmpty { set(plan.modesets, requests.screens, &warnings) }
            slots.forgetLeases(after: pass, on: card)
            warnings += report.warnings(of: shared.layOutWalls())
            card.removeInheritedPictures()
        }
        publish(requests.screens)
        for warning in warnings { shared.screens.warn(warning.screen, warning.message) }
        if slots.hasLeftovers { start(.disabling) { $0.reconcile() } }
    }

    // MARK: Modesets

    private func set(_ modesets: [Reconciler.Modeset], _ screens: [Screen], _ warnings: inout [CardReport.Warning]) {
        guard let card = ownership.card, let reader = ownership.reader else { return }
        var batch = ModesetBatch(on: card, reader, shared, crtcs: slots.crtcs) { self.handlers(of: $0) }
        // Even a refused modeset may disable CRTCs of other programs.
        ownership.pictureHasChanged()
        batch.prepare(modesets.compactMap { [pass] in pass.request($0, screens) })
        let problems = shared.layOutWalls()
        let results = batch.commit()
        for result in results {
            let (former, next) = (slots[result.connector]?.session, slots.take(result, shared))
            warnings += report.warnings(of: result, after: former)
            if next.reconciles { perform { $0.reconcile() } }
            start(next.retry, result.connector)
        }
        warnings += report.warnings(of: problems)
        assignEventReader()
        // The sessions begin after the reader is assigned, since there are flips to read from now on.
        for case .enabled(let session, let buffer) in results.map(\.outcome) { session.begin(showing: buffer) }
        if let failure = batch.cardFailure { cardFailed(failure) }
    }

    /// The functions that the session of a screen calls.
    private nonisolated func handlers(of connector: ConnectorID) -> ScreenSession.Handlers {
        ScreenSession.Handlers(
            failed: { [weak self] session, failure in self?.perform { $0.handle(failure, of: connector, session) } },
            ended: { [weak self] in self?.perform { $0.forgetEndedSessions() } })
    }

    /// Tries a connector again when a retry is due.
    private func start(_ retry: RetryTimer.Start?, _ connector: ConnectorID) {
        if let retry { schedule(after: retry.delay) { $0.retry(connector, retry.number) } }
    }

    private func retry(_ connector: ConnectorID, _ number: UInt64) {
        if slots[connector]?.attempts.retryIsDue(number) == true { update() }
    }

    /// Lets the card's only screen read the card's events itself.
    private func assignEventReader() { ownership.reader?.assign(to: slots.onlySession) }

    /// Changes the leases of connectors, and carries out the consequences.
    func changeLeases<Value>(
        _ change: (inout SlotTable, (any DisplayCard)?, SharedState) throws(ScreenError) -> Value
    ) throws(ScreenError) -> Value {
        defer {
            assignEventReader()
            reconcile()
        }
        return try change(&slots, ownership.card, shared)
    }

    // MARK: Ends of screens

    /// Ends all drawing, and restores the state from before.
    private func restore() {
        let sessions = slots.retireAll(shared)
        if !ownership.restore() {
            for (connector, session) in sessions { slots[connector]?.disable(session.pipe) }
        }
    }

    /// Handles stopped flips of a screen: releases the card if the card is at fault, otherwise sets the mode again.
    private func handle(_ failure: ScreenSession.Failure, of connector: ConnectorID, _ session: ScreenSession) {
        guard !ownership.access.isOver, slots[connector]?.session === session else { return }
        if let error = failure.cardError(node.path) {
            cardFailed(error)
            return publish()
        }
        let (screen, dark) = (session.screen, failure.dark)
        shared.enabled.countStall(of: session)
        slots.end(connector, shared)
        assignEventReader()
        guard let answer = slots[connector]?.attempts.stalled(dark, at: now) else { return }
        shared.screens.warn(screen, "\(screen.name): \(dark.message)\(answer.consequence)")
        switch answer {
        case .modeset:
            // The thread is about to end, and need not delay the modeset.
            session.waitForLastCall()
            update()
        case .powerCycle(let retry):
            start(retry, connector)
            reconcile()
        }
    }

    /// Forgets sessions whose calls of the delegate have returned. Their displays may be enabled again, on any card.
    private func forgetEndedSessions() {
        let ended = slots.removeEnded(at: now)
        guard !ended.isEmpty else { return }
        reconcile()
        if ended.contains(where: { slots.screenID($0.screen.connector) != $0.screen.id }) { onScreensChanged(node) }
    }

    // MARK: Losing the card

    private func cardLost(_ card: any DisplayCard) {
        // The report may come from the thread of a card that was closed meanwhile.
        guard card === ownership.card else { return }
        cardFailed(ownership.lost)
        publish()
    }

    /// Handles a new master, or the loss of the card: releases it, and tries again.
    private func cardFailed(_ error: ScreenError) {
        guard !ownership.access.isOver, ownership.card != nil else { return }
        let retry = ownership.failed(error)
        release()
        openAgain(retry)
    }

    /// Ends everything on the card, and closes it.
    private func release() {
        for (connector, session) in slots.retireAll(shared) { slots[connector]?.disable(session.pipe) }
        assignEventReader()
        close()
    }

    @discardableResult
    private func close(keepsCard: Bool = false) -> Completion? {
        slots.cardClosed(keepsLeases: ownership.keepsLeases)
        waiter.end()
        return ownership.close(keepsCard: keepsCard)
    }

    // MARK: Pausing and ending

    /// Releases the card while another session has the displays, or drives it again. The pictures stay until the next
    /// program sets modes of its own, so nothing flickers.
    func setPaused(_ isPaused: Bool) {
        guard ownership.setPaused(isPaused) else { return }
        guard isPaused else { return update() }
        let sessions = slots.retireAll(shared)
        // The process may be ended before it is back.
        ownership.restoreSettings()
        ownership.keepForPause(sessions.map(\.session.pipe))
        close()
        publish()
    }

    /// Ends the screens of the card, whose GPU is lost until the card is removed. The card is no longer read.
    func abandon() {
        guard !ownership.access.isOver else { return }
        ownership.abandon()
        release()
        publish()
    }

    /// Handles the removal of the card: releases it and removes its screens, after the delegate's last call.
    func removed() async {
        guard ownership.end() else { return }
        release()
        slots.left(shared.displays, until: contentDeadline)
        if shared.screens.remove(card: node.path, session: slots.session) { onScreensChanged(node) }
        await slots.waitForCalls()
        slots.forgetEnding()
    }

    /// Ends the drawing, restores the card or leaves its pictures, and closes it, after the delegate's last call.
    func stop() async {
        // The screens show our pictures again, and are then like any other.
        if slots.endLeases() { reconcile() }
        guard ownership.end() else { return }
        slots.release(from: shared.displays)
        let (wasHeld, leavesPictures) = (ownership.card != nil, ownership.leavePictures())
        if leavesPictures { _ = slots.retireAll(shared) } else { restore() }
        let flips = close(keepsCard: leavesPictures)
        await slots.waitForCalls()
        slots.forgetEnding()
        await flips?.wait()
        // The state after this process, as a reader sees it.
        if wasHeld, let state = ownership.readOnce() {
            slots.replace(by: state)
            publish()
        }
    }

    private var contentDeadline: MonotonicTime { now + shared.settings.contentRetention }

    // MARK: For callers

    /// Waits for the running calls of the delegate for some displays, and for the work that waits for these.
    func waitForCalls(for keys: Set<DisplayKey>) async {
        await slots.waitForCalls { keys.contains(DisplayKey($0.screen)) }
        forgetEndedSessions()
    }
}
