/// The reason why a program ends early: one line for standard error, and a status.
package struct Failure: Error, Sendable, Hashable {
    package let status: ExitStatus
    /// The line, without the program's name in front.
    package let message: String
    /// The part of the message with the reason, for a caller that names the object itself; nil if there is none.
    package let reason: String?

    package init(_ status: ExitStatus, _ message: String) {
        self.status = status
        self.message = message
        reason = nil
    }

    /// - Parameter attempt: the failed action and its object, such as `cannot read FILE`.
    package init(_ status: ExitStatus, _ attempt: String, because reason: String) {
        self.status = status
        message = "\(attempt): \(reason)"
        self.reason = reason
    }

    /// The reason alone, for a sentence that already has the object; the whole message if there is none.
    package var cause: String { reason ?? message }

    /// The end of a program whose reader has closed standard output, as in `screens list | head -1`. It needs no
    /// message.
    package static let readerGone = Failure(.success, "")
}

/// An error that a program may end with.
package protocol FailureSource: Error {
    /// The failure of a program that ends with it.
    var failure: Failure { get }
}

extension Failure {
    /// Creates the failure of a program that ends with an error.
    package init(_ error: some FailureSource) {
        self = error.failure
    }

    /// Runs `body`, and throws its error as a failure of the program.
    package static func mapping<Value, Problem: FailureSource>(
        _ body: () throws(Problem) -> Value
    ) throws(Failure) -> Value {
        do throws(Problem) {
            return try body()
        } catch {
            throw error.failure
        }
    }
}

/// The exit status of a program, in the numbers of `sysexits.h`.
package struct ExitStatus: Sendable, Hashable, RawRepresentable {
    package let rawValue: Int32

    package init(rawValue: Int32) { self.rawValue = rawValue }

    package static let success = ExitStatus(rawValue: 0)
    /// The program was called wrongly (`EX_USAGE`).
    package static let usage = ExitStatus(rawValue: 64)
    /// No screen has that name (`EX_NOINPUT`).
    package static let noSuchScreen = ExitStatus(rawValue: 66)
    /// No card or display can be used (`EX_UNAVAILABLE`).
    package static let unavailable = ExitStatus(rawValue: 69)
    /// A call of the system has failed (`EX_OSERR`).
    package static let system = ExitStatus(rawValue: 71)
    /// A file cannot be created (`EX_CANTCREAT`).
    package static let cannotCreate = ExitStatus(rawValue: 73)
    /// The output cannot be written (`EX_IOERR`).
    package static let cannotWrite = ExitStatus(rawValue: 74)
    /// A card is in use by another program. A later attempt may succeed (`EX_TEMPFAIL`).
    package static let busy = ExitStatus(rawValue: 75)
    /// The user has no permission (`EX_NOPERM`).
    package static let noPermission = ExitStatus(rawValue: 77)
}

/// Faults of the peer.
extension ExitStatus {
    /// The peer violates the protocol, or is another program (`EX_PROTOCOL`).
    package static let badProtocol = ExitStatus(rawValue: 76)
}

/// Faults of the input.
extension ExitStatus {
    /// The bytes are not an EDID or not a picture (`EX_DATAERR`).
    package static let badData = ExitStatus(rawValue: 65)
    /// A file does not exist, or is of a kind that cannot be read (`EX_NOINPUT`).
    package static let noInput = ExitStatus(rawValue: 66)
    /// An existing file cannot be read (`EX_IOERR`).
    package static let cannotRead = ExitStatus(rawValue: 74)
    /// A configuration is wrong (`EX_CONFIG`).
    package static let badConfiguration = ExitStatus(rawValue: 78)
}
