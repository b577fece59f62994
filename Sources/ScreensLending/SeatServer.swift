import Glibc
import ScreensConfiguration
import ScreensLinux

/// The seat of a screen, for programs that get their devices from a seat manager. libseat (cage, sway, labwc) uses the
/// protocol of seatd, on a socket that only the programs of this user can reach. weston before version 11 uses the
/// protocol of its launcher, on a socket that the program inherits.
///
/// Its own thread answers, until this object is released.
final class SeatServer: Sendable {
    /// The changes to the environment of a program that has the seat.
    let environment: [String: String?]
    /// The socket of weston's launcher, which the program inherits.
    var descriptor: Int32 { launcher.rawValue }
    private let launcher: SharedDescriptor
    private let folder: PrivateFolder
    /// One end of a socket pair; the thread waits for the hangup of the other end.
    private let life: SharedDescriptor

    /// - Parameters:
    ///   - lease: a descriptor of a card, which the caller keeps.
    ///   - patterns: the patterns of the input devices of the screen.
    /// - Throws: ``Failure`` if the lease is of a simulated card, or the system has no room for a socket.
    init(lease: Int32, input patterns: [InputPattern]) throws(Failure) {
        guard let card = DeviceNumber(of: lease), card.isCard else {
            throw Failure(.unavailable, "a seat needs a card of this machine: leave --seat out")
        }
        let given = PrivateFolder.runtime
        do throws(SystemError) {
            folder = try PrivateFolder(in: given ?? "/tmp")
            let listener = try folder.listener("seat")
            let devices = SeatDevices(lease: try SharedDescriptor(duplicating: lease), input: patterns)
            let (end, other) = try SharedDescriptor.pair(for: "a seat")
            life = other
            let launchers = try SharedDescriptor.pair(for: "a launcher", hasMessages: true)
            launcher = launchers.0
            let served = launchers.1
            try NativeThread.start(name: "seat") {
                SeatLoop(listener, launcher: served, devices, until: end).run()
            }
            environment = [
                "LIBSEAT_BACKEND": "seatd", "SEATD_SOCK": "\(folder.path)/seat",
                "WESTON_LAUNCHER_SOCK": String(launcher.rawValue), "XDG_RUNTIME_DIR": given ?? folder.path,
                // wlroots searches for cards by itself, and ends without an input device.
                "WLR_DRM_DEVICES": "/dev/dri/card\(card.minor)",
                "WLR_LIBINPUT_NO_DEVICES": patterns.isEmpty ? "1" : nil,
            ]
        } catch {
            throw Failure(.system, "cannot make a seat: \(error)")
        }
    }

    /// Ends the seat before this object is released: its clients lose the input devices.
    func end() { shutdown(life.rawValue, Int32(SHUT_RDWR)) }
}
