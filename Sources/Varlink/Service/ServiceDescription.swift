/// Who a service is and which interfaces it has: what `org.varlink.service` says of it, and what its calls are checked by.
///
/// A value; it has no thread of its own, and any number of connections may share one.
public struct ServiceDescription: Sendable {
    /// Who makes the service.
    public let vendor: String
    /// What it is.
    public let product: String
    /// Which version of it this is.
    public let version: String
    /// Where more is to be found.
    public let url: String
    /// The interfaces, `org.varlink.service` as the first.
    public let interfaces: [Interface]

    private let interfacesByName: [String: Interface]
    private let methodsNeedingMore: Set<String>
    private let methodsNotImplemented: Set<String>

    /// Reads the definitions of the interfaces.
    ///
    /// - Parameters:
    ///   - definitions: the texts of the `.varlink` files, without `org.varlink.service`.
    ///   - methodsNeedingMore: the methods, with their interfaces in front, that make no sense without `more`.
    ///   - methodsNotImplemented: the methods, with their interfaces in front, that are declared and not there.
    /// - Throws: ``DefinitionError`` of the first definition that is wrong, or whose interface is there already.
    public init(
        vendor: String, product: String, version: String, url: String, definitions: [String],
        methodsNeedingMore: Set<String> = [], methodsNotImplemented: Set<String> = []
    ) throws(DefinitionError) {
        self.vendor = vendor
        self.product = product
        self.version = version
        self.url = url
        self.methodsNeedingMore = methodsNeedingMore
        self.methodsNotImplemented = methodsNotImplemented
        var interfaces: [Interface] = []
        var byName: [String: Interface] = [:]
        for text in [ServiceInterface.definition] + definitions {
            let interface = try Interface(definition: text)
            guard byName.updateValue(interface, forKey: interface.name) == nil else {
                throw DefinitionError(reason: .duplicateName(interface.name), line: 1, column: 1)
            }
            interfaces.append(interface)
        }
        self.interfaces = interfaces
        interfacesByName = byName
        for method in methodsNeedingMore.union(methodsNotImplemented) {
            let name = QualifiedName(method)
            precondition(name.flatMap { byName[$0.interface]?.method($0.member) } != nil, "\(method) is not declared")
        }
    }

    /// The interface of this name.
    public func interface(_ name: String) -> Interface? { interfacesByName[name] }
}

extension ServiceDescription {
    /// What becomes of a call before its owner sees it: the reply that needs no owner; nil where the owner has to answer.
    func reply(to call: Call) -> Reply? {
        guard let name = QualifiedName(call.method) else { return Reply(.invalidParameter("method")) }
        guard let interface = interfacesByName[name.interface] else { return Reply(.interfaceNotFound(name.interface)) }
        guard let method = interface.method(name.member) else { return Reply(.methodNotFound(call.method)) }
        // A reply without an error would say that the other protocol may begin.
        guard !call.wantsUpgrade, !methodsNotImplemented.contains(call.method) else {
            return Reply(.methodNotImplemented(call.method))
        }
        if let wrong = interface.firstInvalid(of: call.parameters, as: method.input) {
            return Reply(.invalidParameter(wrong))
        }
        if call.answer != .more, methodsNeedingMore.contains(call.method) { return Reply(.expectedMore) }
        switch call.method {
        case ServiceInterface.getInfo: return information
        case ServiceInterface.getInterfaceDescription: return text(of: call.parameters["interface"]?.string ?? "")
        default: return nil
        }
    }

    private var information: Reply {
        Reply([
            "vendor": .string(vendor), "product": .string(product), "version": .string(version), "url": .string(url),
            "interfaces": .array(interfaces.map { .string($0.name) }),
        ])
    }

    private func text(of name: String) -> Reply {
        guard let interface = interfacesByName[name] else { return Reply(.interfaceNotFound(name)) }
        return Reply(["description": .string(interface.text)])
    }
}

/// The interface that every service has.
enum ServiceInterface {
    static let getInfo = "org.varlink.service.GetInfo"
    static let getInterfaceDescription = "org.varlink.service.GetInterfaceDescription"

    static let definition = """
        # Says who a service is and what may be called.
        interface org.varlink.service

        # Who the service is, and the names of its interfaces.
        method GetInfo() -> (
          vendor: string,
          product: string,
          version: string,
          url: string,
          interfaces: []string
        )

        # The definition of an interface.
        method GetInterfaceDescription(interface: string) -> (description: string)

        # The service has no interface of this name.
        error InterfaceNotFound (interface: string)

        # The interface has no method of this name.
        error MethodNotFound (method: string)

        # The interface has a method of this name, the service does not.
        error MethodNotImplemented (method: string)

        # A parameter is missing, of a wrong type, or without use.
        error InvalidParameter (parameter: string)

        # The client may not do this.
        error PermissionDenied ()

        # The method has to be called with `more`.
        error ExpectedMore ()

        """
}
