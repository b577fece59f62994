/// How the program ends where who answers it is at fault.
extension ExitStatus {
    /// It does not keep to the protocol, or is somebody else (`EX_PROTOCOL`).
    package static let badProtocol = ExitStatus(rawValue: 76)
}
