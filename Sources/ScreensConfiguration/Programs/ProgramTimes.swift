/// The times of a program as the content of a screen, in all processes that take part. They depend on each other.
package enum ProgramTimes {
    // MARK: The client that runs the program

    /// The pause between an end and the next start: it is doubled at each failure, up to the longest. After the
    /// shortest one, the next program still gets the screen with the picture of the former.
    package static let pause = (shortest: Duration.seconds(1), longest: Duration.seconds(60))
    /// The length of a run after which the pause is the shortest again.
    package static let longRun = Duration.seconds(60)
    /// The time from SIGTERM to SIGKILL for a program that has to end, and then for the processes that it leaves
    /// behind.
    package static let end = Duration.seconds(5)

    // MARK: The content, which waits for the program's picture

    /// How long a program may be missing before that is a failure: a start or a restart takes some seconds. After a
    /// failure, also the time for which a picture has to stay.
    package static let missing = Duration.seconds(10)
    /// How long a program may have the screen without a picture before that is a failure: some programs read much or
    /// wait for a network first.
    package static let blank = Duration.seconds(30)

    // MARK: The daemon, which lends the screen

    /// The first and the longest time between checks for the program's first picture.
    package static let look = (first: Duration.milliseconds(250), longest: Duration.seconds(10))
    /// How long a program may keep a screen whose content is another one now, before the lease is revoked. The client
    /// ends it before.
    package static let grace = Duration.seconds(15)
}
