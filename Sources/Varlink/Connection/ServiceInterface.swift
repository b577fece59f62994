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
