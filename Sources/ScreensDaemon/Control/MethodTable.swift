import ScreensJSON
import ScreensLinux
import ScreensManager
import ScreensVarlink

/// A row of the table of methods: one method of the interface, with the function that carries it out.
struct MethodRow {
    /// The parameters of a call, which have the types that the interface declares.
    typealias Parameters = [String: JSONValue]

    /// The function of a method.
    enum Work {
        /// A function that answers a call from its parameters alone.
        case reply(@MainLoop (Parameters) async throws(VarlinkError) -> Reply)
        /// A function that answers a call of a certain client.
        case replyToClient(@MainLoop (Call, Caller) async throws(VarlinkError) -> Reply)
        /// A function that sends a descriptor with the reply.
        case descriptor(@MainLoop (Call, Caller) async throws(VarlinkError) -> SharedDescriptor)
        /// A stream: the whole state first, and then each event.
        case events
    }

    let name: String
    /// The clients that may call it. Its function may limit clients without all rights to some calls.
    let rights: [ClientRights]
    /// Whether each call is logged and reported to watchers, because it changes something.
    let isLogged: Bool
    /// Whether calls come with files.
    let takesDescriptors: Bool
    let work: Work

    init(
        _ name: String, for rights: [ClientRights], isLogged: Bool = false, takesDescriptors: Bool = false, _ work: Work
    ) {
        self.name = name
        self.rights = rights
        self.isLogged = isLogged
        self.takesDescriptors = takesDescriptors
        self.work = work
    }
}

/// The methods of the interface: the one table that says how to carry out a call.
struct MethodTable {
    let methods: [MethodRow]
    /// The rows by name: a client calls a method with each of its frames.
    private let byName: [String: MethodRow]

    init(_ methods: [MethodRow]) {
        self.methods = methods
        byName = Dictionary(methods.map { ($0.name, $0) }) { first, _ in first }
    }

    subscript(name: String?) -> MethodRow? { name.flatMap { byName[$0] } }

    /// The row of a method that a client calls.
    ///
    /// - Throws: the error for the client if no method has this name, or the client has no right to call it.
    func row(of call: Call, for rights: ClientRights) throws(VarlinkError) -> MethodRow {
        guard let method = self[call.member] else { throw .methodNotFound(call.method) }
        guard method.rights.contains(rights) else { throw ManagerError.denied(method, to: rights) }
        return method
    }

    /// Whether clients of a socket may send files with their calls.
    func takesDescriptors(from rights: ClientRights) -> Bool {
        methods.contains { $0.takesDescriptors && $0.rights.contains(rights) }
    }

    /// The answer to `GetInfo`.
    var description: ServiceDescription {
        get throws(DefinitionError) {
            let streams = methods.filter { if case .events = $0.work { true } else { false } }
            return try ServiceDescription(
                vendor: "Screens", product: "screensd", version: ProgramVersion.current, url: "",
                definitions: [ManagerInterface.definition],
                methodsNeedingMore: Set(streams.map { "\(ManagerInterface.name).\($0.name)" }))
        }
    }
}
