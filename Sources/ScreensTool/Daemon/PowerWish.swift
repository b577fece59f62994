import ArgumentParser

/// Whether a screen is to be lit, as `--power` says it and the daemon takes it.
enum PowerWish: String, CaseIterable, ExpressibleByArgument, Sendable {
    case on, off
    /// What the configuration says.
    case configured
}
