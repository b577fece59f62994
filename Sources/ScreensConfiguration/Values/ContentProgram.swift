import ScreensLinux

/// A program that draws the content of a screen by itself, on a lease.
///
/// Only files of the configuration may contain it. The daemon starts no program: it reports the program that a screen
/// is to show now, and `screens content` runs it.
package struct ContentProgram: Codable, Sendable, Hashable {
    /// The ways in which a program takes the screen, as `screens lease` has them.
    package enum Way: String, Codable, Sendable, Hashable, CaseIterable {
        /// The program opens the card and finds the lease in its place, or inherits the descriptor of the lease.
        case lease
        /// The program has a seat as well, for compositors that use libseat: `screens lease --seat`.
        case seat
    }

    /// The program and its arguments.
    package let command: [String]
    package let way: Way
    /// The patterns of the input devices of its seat.
    package let input: [String]
    /// Whether its processes are stopped while another virtual terminal is shown.
    package let pauses: Bool

    package init(command: [String], way: Way = .lease, input: [String] = [], pauses: Bool = false) {
        self.command = command
        self.way = way
        self.input = input
        self.pauses = pauses
    }

    /// The name of the program for people: without its folder.
    package var name: String { ProgramFile(command.first ?? "").shortName }
}
