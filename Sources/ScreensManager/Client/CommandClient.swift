import ScreensConfiguration
import ScreensJSON
import ScreensLinux
import ScreensVarlink

/// The client by which a command calls the daemon. Unlike ``DaemonClient`` it has all calls, and its errors are
/// failures with exit codes.
///
/// Its calls block their thread for a limited time, and it must stay on one thread.
package final class CommandClient {
    package typealias Timeouts = DaemonClient.Timeouts

    /// The outcome of a call that saves settings.
    package struct Saving: Sendable, Hashable {
        /// The path of the daemon's file.
        package let file: String
        /// Whether there were no settings to save.
        package var wasEmpty: Bool
        /// The path of the former file, if that could not be read and was put aside.
        package var damaged: String?

        /// - Parameter reply: the parameters of the answer; nil is returned if they have no path.
        init?(_ reply: [String: JSONValue]) {
            guard let file = reply["file"]?.string else { return nil }
            self.file = file
            wasEmpty = reply["settings"]?.int == 0
            damaged = reply["damaged"]?.string
        }

        /// A notice for people; nil if the save went as expected.
        ///
        /// - Parameter screen: the screen whose settings were to be saved; nil for all screens.
        package func notice(of screen: String? = nil) -> String? {
            guard !wasEmpty else {
                let setting = "no setting\(screen.map { " of \($0)" } ?? "")"
                return "\(setting) was made since the last save, or since the daemon started: nothing is saved"
            }
            return damaged.map {
                "the former file could not be read; it is \($0) from now on, and its settings do not count"
            }
        }
    }

    private let client: DaemonClient

    private init(_ socket: UnixSocket, path: String, timeouts: Timeouts, longestAnswer: Int) {
        client = DaemonClient(socket, path: path, timeouts: timeouts, longestAnswer: longestAnswer)
    }

    /// The needs of a command, which decide on the sockets that it tries. If the user names a socket, only that one is
    /// tried.
    package enum Need: Sendable {
        /// The command reads. More users may do that than may change something.
        case reading
        /// The command changes something. A user who may only operate the screens gets the socket for that.
        case changing
        /// The command has as many rights as its user.
        case mostRights

        /// The rights whose sockets are tried, in this order.
        fileprivate var rights: [ClientRights] {
            switch self {
            case .reading: [.reading, .operating, .all]
            case .changing: [.all, .operating]
            case .mostRights: [.all, .operating, .reading]
            }
        }
    }

    /// Connects to the daemon.
    ///
    /// - Parameter isStarting: whether a service manager may start the daemon for this connection. A daemon whose path
    ///   the user names is connected to in any case.
    /// - Returns: nil if no daemon listens, unless the user named its path.
    package static func open(
        _ location: DaemonLocation, for need: Need = .changing, isStarting: Bool = true,
        timeouts: Timeouts = Timeouts(), longestAnswer: Int = DaemonClient.longestAnswer
    ) throws(Failure) -> CommandClient? {
        if !isStarting, !location.isExplicit, !location.mayBeListening { return nil }
        var failures: [(path: String, error: UnixSocket.CallError)] = []
        for path in location.sockets(with: need.rights) {
            do throws(UnixSocket.CallError) {
                let socket = try UnixSocket.connect(to: path, until: .now.advanced(by: timeouts.reading))
                return CommandClient(socket, path: path, timeouts: timeouts, longestAnswer: longestAnswer)
            } catch {
                failures.append((path, error))
                // The same daemon listens on the other sockets.
                if path == location.path, !error.isPermissionDenied { break }
            }
        }
        // The error of the socket for all calls counts, because the other sockets may be missing. If the user may open
        // no socket, the first one is named: its group suffices.
        guard let main = failures.first(where: { $0.path == location.path }), !main.error.isWithoutListener else {
            guard location.isExplicit else { return nil }
            throw Failure(DaemonError(noDaemonAt: location))
        }
        let denied = failures.first { $0.error.isPermissionDenied && main.error.isPermissionDenied } ?? main
        let operating = ClientRights.operating.path(beside: location.path)
        let mayOperate = failures.contains { $0.path == operating && $0.error.isPermissionDenied }
        throw Failure(
            DaemonError(
                connectingTo: denied.path, errno: denied.error.errno,
                mayOperate: mayOperate && denied.path == location.path))
    }

    /// Connects as a client that runs the program of a content. Its user may have no other right.
    package static func openForContents(
        _ location: DaemonLocation, timeouts: Timeouts = Timeouts()
    ) throws(Failure) -> CommandClient {
        if !location.isExplicit, let path = ClientRights.contents.path(beside: location.path) {
            do throws(UnixSocket.CallError) {
                let socket = try UnixSocket.connect(to: path, until: .now.advanced(by: timeouts.reading))
                return CommandClient(
                    socket, path: path, timeouts: timeouts, longestAnswer: DaemonClient.longestAnswer)
            } catch {
                // A person who runs the command by hand may have all rights, but not that socket.
                guard error.isWithoutListener else {
                    throw Failure(DaemonError(connectingTo: path, errno: error.errno))
                }
            }
        }
        guard let connection = try open(location, timeouts: timeouts) else {
            throw Failure(DaemonError(noDaemonAt: location))
        }
        return connection
    }

    package var path: String { client.path }
    /// The socket. Another thread ends a running call by interrupting it.
    package var socket: UnixSocket { client.socket }
    package var timeouts: Timeouts { client.timeouts }

    /// Calls a method of `screens.Manager` and waits for its answer.
    ///
    /// - Parameter method: the name without the interface.
    package func call(
        _ method: String, _ parameters: [String: JSONValue] = [:], within limit: Duration
    ) throws(Failure) -> [String: JSONValue] {
        try Failure.mapping { () throws(DaemonError) in try client.answer(to: method, parameters, within: limit) }
    }
}

/// The calls that only read.
extension CommandClient {
    /// Returns the connected screens, or every connector.
    package func screens(all: Bool) throws(Failure) -> [ScreenDocument] {
        try Failure.mapping { () throws(DaemonError) in try client.screens(all: all) }
    }

    /// Returns the modes of a screen, the largest last.
    package func modes(of screen: String) throws(Failure) -> [ModeDocument] {
        try Failure.mapping { () throws(DaemonError) in try client.modes(of: screen) }
    }

    /// Returns everything that the daemon knows about a screen.
    package func inspection(of screen: String) throws(Failure) -> InspectionDocument {
        try document(
            .object(try call("Inspect", ["screen": .string(screen)], within: timeouts.reading)), of: "Inspect")
    }

    /// Returns the state of one screen, or of all screens.
    package func status(of screen: String?) throws(Failure) -> StatusDocument {
        try Failure.mapping { () throws(DaemonError) in try client.status(of: screen) }
    }

    /// Returns the settings of a screen that are in effect.
    package func settings(of screen: String) throws(Failure) -> ScreenOverrides {
        let answer = try call("Get", ["screen": .string(screen)], within: timeouts.reading)
        do throws(SettingProblem) {
            return try ScreenOverrides(call: answer["settings"] ?? .null)
        } catch {
            throw Failure(DaemonError(answerAt: path, to: "Get", "\(error.key) \(error.message)"))
        }
    }

    /// Returns the counters of the daemon.
    package func statistics() throws(Failure) -> DaemonStatisticsDocument {
        let answer = try call("Statistics", within: timeouts.reading)
        return try document(.object(answer), of: "Statistics")
    }

    /// Returns the picture on a screen as a file, in at most a width.
    ///
    /// It needs a connection that takes answers of ``DaemonClient/longestPicture``.
    package func snapshot(
        of screen: String, width: Int? = nil, as format: SnapshotFormat = .png
    ) throws(Failure) -> [UInt8] {
        try Failure.mapping { () throws(DaemonError) in try client.snapshot(of: screen, width: width, as: format) }
    }

    /// Reports a snapshot, and then each event.
    ///
    /// - Returns: when the socket is interrupted.
    /// - Throws: ``Failure``, also if the daemon ends.
    package func watch(_ body: (EventDocument) throws(Failure) -> Void) throws(Failure) {
        var failure: Failure?
        try Failure.mapping { () throws(DaemonError) in
            try client.watch { event in
                do throws(Failure) {
                    try body(event)
                    return true
                } catch {
                    failure = error
                    return false
                }
            }
        }
        if let failure { throw failure }
    }

    private func document<Document: Decodable>(_ value: JSONValue, of method: String) throws(Failure) -> Document {
        try Failure.mapping { () throws(DaemonError) in try client.document(value, of: method) }
    }
}

/// The calls that change something.
extension CommandClient {
    /// Sets all of the settings, or none of them.
    ///
    /// - Parameter seconds: the time after which the former settings return, unless the new ones are confirmed; nil to
    ///   keep them.
    package func set(
        _ overrides: ScreenOverrides, of screen: String, confirmWithin seconds: Int?
    ) throws(Failure) -> SetDocument {
        try set(SetRequest(overrides: overrides, confirmSeconds: seconds), of: screen).0
    }

    /// Adopts, resets, sets and saves as requested, all of it or nothing.
    ///
    /// - Returns: the outcome of the settings, and the outcome of the save; nil for the latter if the save is a
    ///   separate call.
    package func set(_ request: SetRequest, of screen: String) throws(Failure) -> (SetDocument, Saving?) {
        var parameters: [String: JSONValue] = ["screen": .string(screen), "settings": request.overrides.json]
        if let seconds = request.confirmSeconds { parameters["confirmSeconds"] = .int(Int64(seconds)) }
        if let identity = request.adopts { parameters["adopt"] = .string(identity) }
        if !request.resets.isEmpty {
            parameters["reset"] = .array(request.resets.map { .string(Spelling.call.spell($0)) })
        }
        if request.saves, !request.savesAfterwards { parameters["save"] = true }
        let reply = try call("Set", parameters, within: timeouts.changing)
        return (try document(.object(reply), of: "Set"), reply["saving"]?.object.flatMap(Saving.init))
    }

    /// Resets settings, so that the configuration determines them again.
    ///
    /// - Parameter keys: the keys as files spell them; nil for all.
    package func reset(_ keys: [String]?, of screen: String) throws(Failure) -> SetDocument {
        var parameters: [String: JSONValue] = ["screen": .string(screen)]
        if let keys { parameters["keys"] = .array(keys.map { .string(Spelling.call.spell($0)) }) }
        return try document(.object(try call("Reset", parameters, within: timeouts.changing)), of: "Reset")
    }

    /// Resets all settings of all screens, so that the files determine them again.
    package func resetAll() throws(Failure) {
        try run("ResetAll", [:])
    }

    /// Removes saved settings of a display that is not connected.
    ///
    /// - Parameter keys: the keys as files spell them; nil for all.
    package func resetAbsent(_ identity: String, _ keys: [String]?) throws(Failure) {
        var parameters: [String: JSONValue] = ["identity": .string(identity)]
        if let keys { parameters["keys"] = .array(keys.map { .string(Spelling.call.spell($0)) }) }
        try run("ResetAbsent", parameters)
    }

    package func confirm(_ screen: String) throws(Failure) {
        try Failure.mapping { () throws(DaemonError) in try client.confirm(screen) }
    }

    /// Resets settings that wait for a confirmation, if there are any.
    package func revert(_ screen: String) throws(Failure) {
        try run("Revert", ["screen": .string(screen)])
    }

    /// - Parameters:
    ///   - screen: the name of the screen; nil for every screen that the daemon drives.
    ///   - seconds: the time of the labels; nil for the default of the daemon.
    package func identify(_ screen: String?, seconds: Int?) throws(Failure) {
        var parameters: [String: JSONValue] = [:]
        if let screen { parameters["screen"] = .string(screen) }
        if let seconds { parameters["seconds"] = .int(Int64(seconds)) }
        try run("Identify", parameters)
    }

    /// Shows words over the picture of a screen.
    ///
    /// - Parameters:
    ///   - text: the words; empty to remove them.
    ///   - seconds: their time; nil for the default of the daemon.
    /// - Returns: the screen.
    package func notify(_ screen: String, _ text: String, seconds: Int?) throws(Failure) -> ScreenDocument {
        var parameters: [String: JSONValue] = ["screen": .string(screen), "text": .string(text)]
        if let seconds { parameters["seconds"] = .int(Int64(seconds)) }
        let reply = try call("Notify", parameters, within: timeouts.changing)
        return try document(reply["screen"] ?? .null, of: "Notify")
    }

    /// The reply of `Played`.
    package struct Played: Codable, Sendable {
        package let played: [PlayedDocument]
        package let sums: [PlayedSumDocument]
    }

    /// The pictures that were on the screens.
    ///
    /// - Parameters:
    ///   - screen: the name of a screen; nil for all.
    ///   - since: the time in seconds since 1970; nil for all times.
    package func played(on screen: String?, since: Int64?, until: Int64? = nil) throws(Failure) -> Played {
        var parameters: [String: JSONValue] = [:]
        if let screen { parameters["screen"] = .string(screen) }
        if let since { parameters["since"] = .int(since) }
        if let until { parameters["until"] = .int(until) }
        return try document(.object(try call("Played", parameters, within: timeouts.changing)), of: "Played")
    }

    /// Moves the playlist of a screen: `Next`, `Previous` or `Go`.
    ///
    /// - Parameters:
    ///   - item: the number of the item, for `Go`.
    ///   - name: its name, in place of the number.
    /// - Returns: the playlist and the playlists in it, the outermost first.
    package func move(
        _ method: String, on screen: String, item: Int? = nil, named name: String? = nil
    ) throws(Failure) -> [PlayingDocument] {
        var parameters: [String: JSONValue] = ["screen": .string(screen)]
        if let item { parameters["item"] = .int(Int64(item)) }
        if let name { parameters["name"] = .string(name) }
        let reply = try call(method, parameters, within: timeouts.changing)
        return try document(reply["playing"] ?? .null, of: method)
    }

    package func reload() throws(Failure) {
        try run("Reload", [:])
    }

    /// Leases a screen until the connection ends, as ``LentScreen`` does.
    ///
    /// - Parameter former: the screen as this process leased it for a program that has ended. Its picture stays until
    ///   the new program shows one.
    package func lease(
        _ screen: String, to program: String, after former: LentScreen? = nil,
        onEnd: @escaping @Sendable () -> Void = {}
    ) throws(Failure) -> LentScreen {
        try Failure.mapping { () throws(DaemonError) in
            try LentScreen(screen, by: client, to: program, after: former, onEnd: onEnd)
        }
    }

    /// Ends the lease of a screen that a client has.
    ///
    /// - Parameter layer: the name of a layer that is ended instead; nil for the lease.
    package func revoke(_ screen: String, layer: String? = nil) throws(Failure) {
        var parameters: [String: JSONValue] = ["screen": .string(screen)]
        if let layer { parameters["layer"] = .string(layer) }
        try run("Revoke", parameters)
    }

    /// Saves the settings of all screens.
    ///
    /// - Parameter onConnectors: whether the settings hold only on the connectors that the displays have now.
    package func save(onConnectors: Bool = false) throws(Failure) -> Saving {
        try save(onConnectors ? ["onConnectors": true] : [:])
    }

    /// Saves some settings of one screen.
    ///
    /// - Parameter keys: the keys as calls spell them; nil for all.
    package func save(_ keys: [String]?, of screen: String) throws(Failure) -> Saving {
        var parameters: [String: JSONValue] = ["screen": .string(screen)]
        if let keys { parameters["keys"] = .array(keys.map { .string($0) }) }
        return try save(parameters)
    }

    private func save(_ parameters: [String: JSONValue]) throws(Failure) -> Saving {
        let reply = try call("Save", parameters, within: timeouts.changing)
        guard let saving = Saving(reply) else {
            throw Failure(DaemonError(answerAt: path, to: "Save", "its reply has no path"))
        }
        return saving
    }

    private func run(_ method: String, _ parameters: [String: JSONValue]) throws(Failure) {
        _ = try call(method, parameters, within: timeouts.changing)
    }
}
