/// The outcome of turning a display off or on, with the reason as a part of a sentence.
package enum PowerOutcome: Sendable, Hashable {
    /// No order is wanted.
    case signal
    /// An order was followed: the television said so, or its signal fell.
    case confirmed(String)
    /// An order was sent, and nothing shows whether it was followed.
    case unconfirmed(String)
    /// No order was needed: the display has answered, or its signal fell.
    case found(String)
    /// No order was sent.
    case notOrdered(String)

    /// The outcome in words, behind "off on purpose".
    package var text: String {
        switch self {
        case .signal: "by the signal"
        case .confirmed(let reason): "by CEC, confirmed: \(reason)"
        case .unconfirmed(let reason): "by CEC, not confirmed: \(reason)"
        case .found(let reason): "confirmed without an order: \(reason)"
        case .notOrdered(let reason): "by the signal; no CEC: \(reason)"
        }
    }

    /// The outcome of turning a display on, in words; nil without one.
    var textOfOn: String? {
        switch self {
        case .signal: nil
        case .confirmed(let reason): "turned on by CEC, confirmed: \(reason)"
        case .unconfirmed(let reason): "turned on by CEC, not confirmed: \(reason)"
        case .found(let reason): "on, confirmed without an order: \(reason)"
        case .notOrdered(let reason): "no CEC: \(reason)"
        }
    }

    /// Whether an order was sent.
    var isOrdered: Bool {
        switch self {
        case .confirmed, .unconfirmed: true
        case .signal, .found, .notOrdered: false
        }
    }

    /// Whether the service has had an order or a question since the settings changed.
    var isOfService: Bool {
        switch self {
        case .confirmed, .unconfirmed, .found: true
        case .signal, .notOrdered: false
        }
    }

    /// Whether the display is known to be off or on as it has to; nil if nothing shows that, and no order was sent.
    package var isConfirmed: Bool? {
        switch self {
        case .confirmed, .found: true
        case .unconfirmed: false
        case .signal, .notOrdered: nil
        }
    }
}
