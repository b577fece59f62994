import Screens

/// Why a screen shows nothing, as JSON has it.
package struct DarkDocument: Codable, Sendable, Hashable {
    package let reason: String
    package let message: String
    package let errno: Int32?
    /// The modes that the driver refused, the first that was tried first.
    package let tried: [ModeDocument]?
    package let holder: Holder?

    package struct Holder: Codable, Sendable, Hashable {
        package let pid: Int32
        package let name: String
    }

    package init(_ state: DarkState) {
        reason = state.reason.rawValue
        message = state.message
        errno = state.errno
        tried = state.tried.isEmpty ? nil : state.tried.map { ModeDocument($0, current: nil) }
        holder = state.holder.map { Holder(pid: $0.processID, name: $0.name) }
    }
}
