/// A service and its interfaces: the answers of `org.varlink.service`, and the declarations against which calls are
/// checked.
///
/// The description is a value and belongs to no thread; any number of connections may share one.
package struct ServiceDescription: Sendable {
    /// The vendor of the service.
    package let vendor: String
    /// The product.
    package let product: String
    /// The version of the product.
    package let version: String
    /// The address of its documentation.
    package let url: String
    /// The interfaces, `org.varlink.service` first.
    package let interfaces: [Interface]

    private let interfacesByName: [String: Interface]
    private let methodsNeedingMore: Set<String>

    /// Reads the definitions of the interfaces.
    ///
    /// - Parameters:
    ///   - definitions: the texts of the `.varlink` files, without `org.varlink.service`.
    ///   - methodsNeedingMore: the methods, with their interfaces in front, that must be called with `more`.
    /// - Throws: ``DefinitionError`` for the first wrong definition, or one whose interface is declared already.
    package init(
        vendor: String, product: String, version: String, url: String, definitions: [String],
        methodsNeedingMore: Set<String> = []
    ) throws(DefinitionError) {
        self.vendor = vendor
        self.product = product
        self.version = version
        self.url = url
        self.methodsNeedingMore = methodsNeedingMore
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
        for method in methodsNeedingMore {
            let name = QualifiedName(method)
            precondition(name.flatMap { byName[$0.interface]?.method($0.member) } != nil, "\(method) is not declared")
        }
    }

    /// Returns the interface of this name.
    package func interface(_ name: String) -> Interface? { interfacesByName[name] }
}

extension ServiceDescription {
    /// Returns the reply to a call that the owner of the connection need not answer; nil if the owner must answer.
    func reply(to call: Call) -> Reply? {
        guard let name = QualifiedName(call.method) else { return Reply(.invalidParameter("method")) }
        guard let interface = interfacesByName[name.interface] else { return Reply(.interfaceNotFound(name.interface)) }
        guard let method = interface.method(name.member) else { return Reply(.methodNotFound(call.method)) }
        // A reply without an error would let the client begin the other protocol.
        guard !call.wantsUpgrade else { return Reply(.methodNotImplemented(call.method)) }
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
        # Describes a service and its interfaces.
        interface org.varlink.service

        # The service, and the names of its interfaces.
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

        # A parameter is missing, is not declared, or has a wrong type or an unusable value.
        error InvalidParameter (parameter: string)

        # The client may not do this.
        error PermissionDenied ()

        # The method must be called with `more`.
        error ExpectedMore ()

        """
}
