import ProgramKit
import Screens

/// What keeps a screen from showing the picture.
enum Obstacle: Sendable, Hashable {
    case noCard
    case noDisplay
    case missing(name: String)
    case ambiguous(name: String, candidates: [String])
    case unreadable(ScreenError)
    case busy(card: String, holder: CardHolder?)
    case dark(name: String, DarkState)

    /// Whether waiting cannot help.
    var isFinal: Bool {
        switch self {
        case .ambiguous: true
        // Rights do not come by themselves; a card that could not be read is tried again.
        case .unreadable(let error): error.code == .permissionDenied
        default: false
        }
    }

    /// Whether an event tells that it is over: something about a screen is different then.
    var endsWithAnEvent: Bool {
        switch self {
        case .noDisplay, .missing, .busy, .dark: true
        case .noCard, .ambiguous, .unreadable: false
        }
    }

    /// What the program ends with where it does not wait.
    var failure: Failure {
        switch self {
        case .noCard: Look.noCard
        case .noDisplay: Failure(.unavailable, "no display is connected")
        case .missing(let name):
            Failure(.noSuchScreen, "no display is connected as \(name); `screens list --all` names the connectors")
        case .ambiguous(let name, let candidates):
            Failure(.usage, "several screens are named \(name): say which of \(candidates.joined(separator: ", "))")
        case .unreadable(let error): Failure(error)
        case .busy(let card, let holder): Failure(.busy, "\(card) is in use by \(Self.describe(holder))")
        case .dark(let name, let state): Failure(.unavailable, "\(name) stays dark: \(state.message)")
        }
    }

    /// What is said where it does.
    var waiting: String {
        switch self {
        case .noCard: "waiting for a graphics card"
        case .noDisplay: "waiting for a display"
        case .missing(let name): "waiting for a display on \(name)"
        case .busy(let card, let holder): "waiting for \(card), which is in use by \(Self.describe(holder))"
        case .dark(let name, let state): "waiting for \(name), which stays dark: \(state.message)"
        case .unreadable(let error): "waiting: cannot \(error)"
        case .ambiguous: failure.message
        }
    }

    private static func describe(_ holder: CardHolder?) -> String {
        holder.map { "\($0.name) (process \($0.processID))" } ?? "another program"
    }
}
