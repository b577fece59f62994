import KMS

/// What an open card answers of itself.
struct CardHardware: Sendable, Hashable {
    let capabilities: CardCapabilities
    /// How many displays it can feed at once.
    let crtcCount: Int
    /// Whether flips wait for the display's refresh; else they are paced by a timer.
    let hasVBlank: Bool
    /// Whether nobody else is its master.
    let isFree: Bool
}
