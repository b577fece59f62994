import Screens

/// Why a screen shows nothing, as JSON has it.
struct DarkDocument: Encodable {
    let reason: String
    let message: String

    init(_ state: DarkState) {
        reason = state.reason.rawValue
        message = state.message
    }
}
