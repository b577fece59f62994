/// The outcome of settings that were applied to a display: ``VideoKit/apply(_:to:)``.
public enum ApplyOutcome: Sendable, Hashable {
    /// The display is as requested: it shows a picture by the settings, or is off or left alone by them.
    case set
    /// The display shows a picture, but not all of it is as requested: for example another mode, because the driver
    /// refuses the right one. Each deviation is a sentence for people.
    case setOtherwise([String])
    /// The display shows nothing of ours, though it should, and why. The settings are kept, and take effect as soon as
    /// the cause has gone.
    case notSet(DarkState)
}
