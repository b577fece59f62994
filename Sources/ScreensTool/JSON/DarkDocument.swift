import Screens

/// Why a screen shows nothing, as JSON has it.
struct DarkDocument: Encodable {
    let reason: String
    let message: String
    let errno: Int32?
    /// The modes that the driver refused, the first that was tried first.
    let tried: [ModeDocument]?
    let holder: Holder?

    struct Holder: Encodable {
        let pid: Int32
        let name: String
    }

    init(_ state: DarkState) {
        reason = state.reason.rawValue
        message = state.message
        errno = state.errno
        tried = state.tried.isEmpty ? nil : state.tried.map { ModeDocument($0, current: nil) }
        holder = state.holder.map { Holder(pid: $0.processID, name: $0.name) }
    }
}
