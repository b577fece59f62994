import JSON
import Linux
import ProgramKit
import Screens
import Varlink

extension Daemon {
    /// Who it says that it is.
    private static var service: ServiceDescription {
        get throws(DefinitionError) {
            try ServiceDescription(
                vendor: "Screens", product: "screensd", version: ProgramVersion.current, url: "",
                definitions: [ManagerInterface.definition], methodsNeedingMore: ["\(ManagerInterface.name).Watch"])
        }
    }

    /// Listens for clients: on the socket that the service manager opened, else on one of its own.
    func listen() throws(Failure) -> ListeningSocket {
        if let passed = manager.sockets.first { return try ListeningSocket(adopting: passed.descriptor) }
        return try ListeningSocket(path: plan.socket)
    }

    /// Takes clients, those first who wait already.
    func serve(_ listener: consuming ListeningSocket) throws(Failure) {
        do {
            control = try ControlServer(listener, service: Self.service, loop: loop) {
                [weak self] descriptor, readiness in
                self?.assumeIsolated { $0.handle($0.control?.ready(descriptor, readiness)) }
            }
        } catch {
            throw Failure(.system, "cannot listen for clients: \(error)")
        }
    }

    /// Answers what clients ask, and says what was wrong with them.
    private func handle(_ news: ControlServer.News?) {
        guard let news else { return }
        for complaint in news.complaints { log.warning(complaint) }
        for client in news.gone { answers.removeValue(forKey: client)?.cancel() }
        for client in news.laggards { handle(control?.begin(snapshot, for: client)) }
        for (client, call) in news.calls {
            if call.member == "Watch" {
                handle(control?.begin(snapshot, for: client))
            } else {
                answers[client] = Task { await answer(call, from: client) }
            }
        }
    }

    private func answer(_ call: Call, from client: UInt64) async {
        let reply: Reply
        do {
            reply = try await result(of: call)
        } catch {
            reply = Reply(error)
        }
        answers[client] = nil
        handle(control?.reply(reply, to: client))
    }

    // MARK: Events

    /// Tells all who watch.
    func tell(_ event: ScreenEvent) {
        // It has to see every event, whoever listens.
        let document = translation.document(of: event)
        guard control?.hasWatchers ?? false else { return }
        handle(control?.tell(Self.reply(document)))
    }

    /// Everything as it is.
    private var snapshot: Reply {
        let screens = kit.screens.map(ScreenDocument.init)
        return Self.reply(EventDocument(snapshotOf: screens, time: MonotonicClock.now))
    }

    private static func reply(_ event: EventDocument) -> Reply {
        guard let document = try? JSONValue(document: event) else { return Reply(continues: true) }
        return Reply(["event": document], continues: true)
    }
}
