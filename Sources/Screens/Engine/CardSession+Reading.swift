import Glibc
import KMS
import Linux

extension CardSession {
    /// How often another program's mastership is tried for, in nanoseconds. Nothing tells when it ends.
    private static let masterRetry: Int64 = 1_000_000_000
    /// Who could not open a card may later: udev's rules may still be at work, descriptors may be closed.
    private static let openRetry: Int64 = 5_000_000_000

    func read() {
        do {
            if settings.delegate == nil { try readAsReader() } else { try readAsMaster() }
        } catch {
            problem = error
            if card != nil {
                dropCard()
            } else if settings.delegate != nil || error.code != .permissionDenied {
                // To look is not worth the wake-ups where it is a matter of rights.
                scheduleRetry(after: Self.openRetry)
            }
        }
    }

    private func readAsReader() throws(ScreenError) {
        let card = try source.open(node, access: .readOnly)
        driver = card.driver
        holder = MasterHolder.find(cardAt: node.path)
        take(try card.state(probing: false))
        problem = nil
    }

    private func readAsMaster() throws(ScreenError) {
        let card = try openAsMaster()
        take(try card.state(probing: card.isMaster))
        if self.card == nil {
            // Somebody else's: not kept open, or the console could not come back when they leave.
            scheduleRetry(after: Self.masterRetry)
        } else {
            problem = nil
        }
    }

    /// The card, which is kept if it can be driven.
    private func openAsMaster() throws(ScreenError) -> any DisplayCard {
        if let card { return card }
        let card = try source.open(node, access: .master)
        driver = card.driver
        guard card.isMaster else {
            holder = MasterHolder.find(cardAt: node.path)
            problem = ScreenError(
                .busy, operation: "become master of", object: node.path, errno: EBUSY,
                remedy: holder.map { "\($0.name) (process \($0.processID)) is" } ?? "another program is")
            return card
        }
        // What was there before us, not what an earlier try of ours has left.
        if found == nil { found = try card.foundState() }
        if let found { card.restoreAfterCrash(found) }
        flipThread = try FlipThread(card: card, name: "\(node.name)-flips") { [weak self, weak card] in
            guard let self else { return }
            Task { await self.cardLost(card) }
        }
        self.card = card
        holder = nil
        return card
    }

    /// The screens of ours as they should be, and whether the hardware agrees.
    func litScreens() -> [ConnectorID: Inventory.Lit] {
        sessions.mapValues { Inventory.Lit(timings: $0.pipe.mode.timings, isOn: $0.pipe.isOn()) }
    }

    private func take(_ state: CardState) {
        let steps = shared.identities.take(state, lit: litScreens(), into: &inventory)
        self.state = state
        let deadline = MonotonicClock.now + settings.contentRetention
        for step in steps {
            switch step {
            case .left(let connector, let key):
                failures[connector] = nil
                recoveries[connector] = nil
                retries[connector] = nil
                if let session = sessions.removeValue(forKey: connector) { end(session, of: connector, key) }
                shared.contents.release(key, at: deadline)
                shared.links.left(card: node.path, connector: connector, until: deadline)
            case .identified(let connector, let anonymous, let own):
                shared.displays.move(from: anonymous, to: own)
                shared.contents.move(from: anonymous, to: own)
                shared.links.identified(card: node.path, connector: connector, as: own)
            case .unlit(let connector):
                darken(connector)
            case .changed(let connector):
                // Another answer is another chance.
                failures[connector] = nil
            case .came(let connector):
                failures[connector] = nil
                if let key = inventory.key(of: connector) {
                    shared.contents.hold(key)
                    shared.links.came(screenID(connector), key)
                }
            }
        }
    }

    // MARK: Losing the card

    var lost: ScreenError {
        ScreenError(.cardLost, operation: "use", object: node.path, errno: ENODEV)
    }

    private func cardLost(_ card: (any DisplayCard)?) {
        // The thread of a card that was closed meanwhile has nothing to say about the one that is open now.
        guard let card, card === self.card else { return }
        cardFailed(lost)
    }

    /// Another program has become master, or the card has gone: lets go of it, and tries again.
    func cardFailed(_ error: ScreenError) {
        guard !isOver, card != nil else { return }
        problem = error
        dropCard()
        publish()
    }

    private func dropCard() {
        letGo()
        scheduleRetry(after: Self.masterRetry)
    }

    /// Ends everything on the card, and closes it.
    func letGo() {
        for connector in sessions.keys { darken(connector) }
        failures = [:]
        recoveries = [:]
        retries = [:]
        closeCard()
    }

    func closeCard() {
        card?.resign()
        flipThread = nil
        card = nil
        stillLit = []
    }

    private func scheduleRetry(after delay: Int64) {
        guard !isRetryScheduled else { return }
        isRetryScheduled = true
        schedule(after: delay) { session in
            session.isRetryScheduled = false
            if session.card == nil { session.look() }
        }
    }
}
