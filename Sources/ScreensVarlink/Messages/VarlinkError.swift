import ScreensJSON

/// The error of a call, as the service reports it: a name and parameters.
///
/// A value; it has no thread of its own.
package struct VarlinkError: Error, Sendable, Hashable {
    /// The name with its interface in front, such as `org.varlink.service.MethodNotFound`.
    package let name: String

    /// The parameters, by name.
    package let parameters: [String: JSONValue]

    /// An error of any interface.
    package init(_ name: String, _ parameters: [String: JSONValue] = [:]) {
        self.name = name
        self.parameters = parameters
    }

    /// The name without its interface; all of it where it has none.
    package var member: String { QualifiedName(name)?.member ?? name }
}

extension VarlinkError {
    /// The service has no interface of this name (`org.varlink.service.InterfaceNotFound`).
    package static func interfaceNotFound(_ interface: String) -> VarlinkError {
        VarlinkError("org.varlink.service.InterfaceNotFound", ["interface": .string(interface)])
    }

    /// The interface has no method of this name (`org.varlink.service.MethodNotFound`).
    ///
    /// - Parameter method: with its interface in front.
    package static func methodNotFound(_ method: String) -> VarlinkError {
        VarlinkError("org.varlink.service.MethodNotFound", ["method": .string(method)])
    }

    /// The interface has the method, this service does not (`org.varlink.service.MethodNotImplemented`).
    ///
    /// - Parameter method: with its interface in front.
    package static func methodNotImplemented(_ method: String) -> VarlinkError {
        VarlinkError("org.varlink.service.MethodNotImplemented", ["method": .string(method)])
    }

    /// A parameter is missing, is not declared, or has a wrong type or an unusable value
    /// (`org.varlink.service.InvalidParameter`).
    package static func invalidParameter(_ parameter: String) -> VarlinkError {
        VarlinkError("org.varlink.service.InvalidParameter", ["parameter": .string(parameter)])
    }

    /// The client may not do this (`org.varlink.service.PermissionDenied`).
    package static var permissionDenied: VarlinkError { VarlinkError("org.varlink.service.PermissionDenied") }

    /// The method must be called with `more` (`org.varlink.service.ExpectedMore`).
    package static var expectedMore: VarlinkError { VarlinkError("org.varlink.service.ExpectedMore") }
}

extension VarlinkError: CustomStringConvertible {
    /// The name, followed by the parameters as JSON, if it has any.
    package var description: String {
        parameters.isEmpty ? name : "\(name) \(JSONValue.object(parameters))"
    }
}
