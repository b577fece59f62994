import ScreensLinux
import ScreensManager
import TestSupport
import Testing

@testable import ScreensDaemon
@testable import ScreensVarlink

/// The table of methods: the clients that may call each, and what the server does with the calls.
@Suite struct MethodTableTests {
    private let folder = TemporaryFolder()

    private func table() async throws -> MethodTable {
        MainLoop.thread
        var options = LaunchOptions()
        options.socket = folder / "socket"
        options.takesTerminal = false
        return try await Daemon(options, ServiceManager { _ in nil }).methods
    }

    private func declared() throws -> Interface { try Interface(definition: ManagerInterface.definition) }

    @Test func eachMethodHasItsClients() async throws {
        // `Snapshot` is not among them, because a picture may be private.
        let readers = ["List", "Modes", "Inspect", "Status", "Statistics", "Get"]
        for method in try await table().methods {
            let expected: Set<ClientRights> =
                switch method.name {
                case "Watch", "FrameFormats": [.all, .operating, .reading, .contents]
                case "Lease", "Draw", "AddBuffers", "Frame", "PlaceLayer", "RemoveLayer": [.all, .contents]
                case "Set", "Reset", "Snapshot", "Next", "Previous", "Go", "Notify": [.all, .operating]
                case "ReportPresence": [.all, .operating, .presence]
                case "PowerOrders", "PowerFact": [.power]
                case let name where readers.contains(name): [.all, .operating, .reading]
                default: [.all]
                }
            #expect(Set(method.rights) == expected, "\(method.name)")
        }
    }

    @Test func eachDeclaredMethodIsOneRow() async throws {
        let table = try await table()
        #expect(table.methods.map(\.name).sorted() == (try declared()).methods.map(\.name).sorted())
        for method in table.methods { #expect(table[method.name]?.name == method.name) }
        #expect(table["Bogus"] == nil && table[nil] == nil)
    }

    /// Methods that readers may call change nothing, and neither does `Played`, whose list is for administrators.
    /// Pictures, frames, places of layers, reports of presence, orders and facts of power are too many to be logged.
    @Test func eachChangeIsLogged() async throws {
        let silent = try await table().methods.filter { !$0.isLogged }
        let writing = silent.filter { !$0.rights.contains(.reading) }
        let names = [
            "Snapshot", "AddBuffers", "Frame", "PlaceLayer", "RemoveLayer", "Played", "ReportPresence", "PowerOrders",
            "PowerFact",
        ]
        #expect(Set(writing.map(\.name)) == Set(names))
        #expect(try await table().methods.filter { $0.isLogged && $0.rights.contains(.reading) }.isEmpty)
    }

    @Test func filesComeWithADrawingAlone() async throws {
        let table = try await table()
        #expect(table.methods.filter(\.takesDescriptors).map(\.name) == ["Draw", "AddBuffers", "Frame"])
        #expect(table.takesDescriptors(from: .all))
        #expect(table.takesDescriptors(from: .contents))
        #expect(!table.takesDescriptors(from: .reading) && !table.takesDescriptors(from: .operating))
    }

    /// A reply with a descriptor has its index.
    @Test func aDescriptorIsSentWithALeaseAlone() async throws {
        let sending = try await table().methods.filter { if case .descriptor = $0.work { true } else { false } }
        let indexed = try declared().methods.filter { $0.output.contains { $0.name == "fd" } }
        #expect(sending.map(\.name) == ["Lease"] && indexed.map(\.name) == ["Lease"])
    }

    @Test func aWatchIsTheOnlyStream() async throws {
        let table = try await table()
        let streams = table.methods.filter { if case .events = $0.work { true } else { false } }
        #expect(streams.map(\.name) == ["Watch"])
        let refused = try table.description.reply(to: Call("screens.Manager.Watch"))
        #expect(refused?.errorName == "org.varlink.service.ExpectedMore")
        #expect(try table.description.reply(to: Call("screens.Manager.Watch", answer: .more)) == nil)
    }

    @Test func aMethodWithoutARowIsRefused() async throws {
        let table = MethodTable([])
        #expect(throws: VarlinkError.methodNotFound("screens.Manager.List")) {
            try table.row(of: Call("screens.Manager.List"), for: .all)
        }
    }

    /// The least right, so that users join no group that may do more.
    @Test(
        arguments: [
            (.contents, .reading, "List needs the right to read, and this client has the right of contents", "video"),
            (
                .reading, .operating, "List needs the right to operate, and this client has the right to read",
                "screens-operator"
            ),
            (.operating, .all, "List needs all rights, and this client has the right to operate", "screens-admin"),
        ] as [(ClientRights, ClientRights, String, String)])
    func aRefusalNamesTheMissingRightAndItsGroup(
        rights: ClientRights, least: ClientRights, message: String, group: String
    ) {
        let all = [ClientRights.all, .operating, .reading]
        let sufficient = Array(all[...(all.firstIndex(of: least) ?? 0)])
        let table = MethodTable([MethodRow("List", for: sufficient, .events)])
        let error = #expect(throws: VarlinkError.self) {
            try table.row(of: Call("screens.Manager.List"), for: rights)
        }
        #expect(error?.name == "org.varlink.service.PermissionDenied")
        #expect(error?.parameters["message"]?.string == message)
        #expect(error?.parameters["remedy"]?.string?.contains("the group \(group) have") == true)
    }
}
