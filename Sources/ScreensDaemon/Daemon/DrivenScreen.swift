import Configuration
import Screens

/// What the daemon has done about one screen, by its name and for the display that is there.
struct DrivenScreen {
    /// The connection that it was done for.
    var id: ScreenID
    /// What is wanted of it, as it was last seen to.
    var wanted: ScreenConfiguration
    /// Whether it was asked for again, though it is the same: its files may be others.
    var isOutdated = false
    /// The file of the picture that it shows; nil while it shows none, or another content.
    var pictureVersion: FileVersion?
    /// The last reading of its picture that has come to an end: one that began before it is passed over.
    var lastReading: UInt64 = 0
    /// Whether its picture is read when one of those that are being read is.
    var isWaitingForReader = false
    var slides: SlideShow?
    /// What calls for the next slide, or for another try to read a picture.
    var timer: UInt64?
    var brightness: Double?
    /// When its content changed last, in nanoseconds of CLOCK_MONOTONIC.
    var changed: Int64
    /// Whether it was switched off because nothing has changed for long.
    var isIdle = false
    /// Another one for each content: what was begun for the one before is passed over when it is done.
    var generation: UInt64
}
