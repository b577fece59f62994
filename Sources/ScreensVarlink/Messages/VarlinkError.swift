import ScreensJSON

/// The error of a call, as reported by the service: a name and parameters.
///
/// The error is a value and belongs to no thread.
package struct VarlinkError: Error, Sendable, Hashable {
    /// The name with its interface in front, such as `org.varlink.service.MethodNotFound`.
    package let name: String

    /// The parameters, by name.
    package let parameters: [String: JSONValue]

    /// Makes an error of any interface.
    package init(_ name: String, _ parameters: [String: JSONValue] = [:]) {
        self.name = name
        self.parameters = parameters
    }

    /// The name without its interface; the whole name if it has none.
    package var member: String { QualifiedName(name)?.member ?? name }
}

extension VarlinkError {
    /// Makes the error that the service has no interface of this name (`org.varlink.service.InterfaceNotFound`).
    package static func interfaceNotFound(_ interface: String) -> VarlinkError {
        VarlinkError("org.varlink.service.InterfaceNotFound", ["interface": .string(interface)])
    }

    /// Makes the error that the interface has no method of this name (`org.varlink.service.MethodNotFound`).
    ///
    /// - Parameter method: the method with its interface in front.
    package static func methodNotFound(_ method: String) -> VarlinkError {
        VarlinkError("org.varlink.service.MethodNotFound", ["method": .string(method)])
    }

    /// Makes the error that this service does not implement the method of the interface
    /// (`org.varlink.service.MethodNotImplemented`).
    ///
    /// - Parameter method: the method with its interface in front.
    package static func methodNotImplemented(_ method: String) -> VarlinkError {
        VarlinkError("org.varlink.service.MethodNotImplemented", ["method": .string(method)])
    }

    /// Makes the error that a parameter is missing, is not declared, or has a wrong type or an unusable value
    /// (`org.varlink.service.InvalidParameter`).
    package static func invalidParameter(_ parameter: String) -> VarlinkError {
        VarlinkError("org.varlink.service.InvalidParameter", ["parameter": .string(parameter)])
    }

    /// The error that the client may not do this (`org.varlink.service.PermissionDenied`).
    package static var permissionDenied: VarlinkError { VarlinkError("org.varlink.service.PermissionDenied") }

    /// The error that the method must be called with `more` (`org.varlink.service.ExpectedMore`).
    package static var expectedMore: VarlinkError { VarlinkError("org.varlink.service.ExpectedMore") }
}

extension VarlinkError: CustomStringConvertible {
    /// The name, followed by the parameters as JSON, if there are any.
    package var description: String {
        parameters.isEmpty ? name : "\(name) \(JSONValue.object(parameters))"
    }
}
