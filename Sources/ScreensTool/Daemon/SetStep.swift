import ProgramKit

/// One thing that `screens set` has the daemon do.
enum SetStep: Sendable, Hashable {
    case property(PropertyWish)
    case rotation(degrees: Int?, mirrored: Bool?)
    case overscan(String, compensation: String?)
    case content(ContentDocument)
    case power(PowerWish)
    case brightness(percent: Double)
    case mode(String, confirmSeconds: Int?)
    case keep
    case save

    /// What it is called where another one failed after it.
    var name: String {
        switch self {
        case .property(let wish): "\(wish.name)=\(wish.value)"
        case .rotation: "rotation"
        case .overscan: "overscan"
        case .content: "content"
        case .power(let power): "power \(power.rawValue)"
        case .brightness: "brightness"
        case .mode: "mode"
        case .keep: "keep"
        case .save: "save"
        }
    }
}
