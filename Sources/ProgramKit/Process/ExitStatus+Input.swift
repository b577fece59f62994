/// How the program ends where something that it is to read is at fault.
extension ExitStatus {
    /// The bytes are no EDID or no picture (`EX_DATAERR`).
    package static let badData = ExitStatus(rawValue: 65)
    /// A file is not there, or is nothing that can be read (`EX_NOINPUT`).
    package static let noInput = ExitStatus(rawValue: 66)
    /// A file is there, and reading it fails (`EX_IOERR`).
    package static let cannotRead = ExitStatus(rawValue: 74)
    /// A configuration has mistakes (`EX_CONFIG`).
    package static let badConfiguration = ExitStatus(rawValue: 78)
}
