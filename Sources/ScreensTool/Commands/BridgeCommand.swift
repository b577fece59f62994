import ArgumentParser
import Glibc
import ScreensLinux
import ScreensManager
import ScreensReports

/// `screens bridge`.
struct BridgeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "bridge", _superCommandName: "screens",
        abstract: "Join standard input and output to the daemon, for clients on other machines.",
        discussion: """
            A varlink client reaches the daemon of another machine through it, by the rights that its user has there: \
            all calls in the group screens-admin, and else the calls that change nothing (group video).

              varlinkctl call 'ssh-exec:wall1:screens bridge' screens.Manager.List '{}'
              varlink --bridge 'ssh wall1 screens bridge' call screens.Manager.List

            The commands of this program reach it by a socket that ssh forwards, too:
              ssh -N -L /run/user/1000/wall1:/run/screens/screens.Manager wall1 &
              SCREENS_SOCKET=/run/user/1000/wall1 screens list

            Files do not pass, so that leases and frames of other machines are refused. It ends with the daemon, or \
            when its input has ended and the last reply is there.

            Exit codes: 69 no daemon, 77 no permission.
            """)

    @OptionGroup var daemon: DaemonArguments

    func run() throws {
        var bridge = SocketBridge(try connection().socket, input: STDIN_FILENO, output: STDOUT_FILENO)
        do throws(SystemError) {
            try bridge.run()
        } catch {
            throw Failure(.system, "cannot bridge: \(error)")
        }
    }

    /// Connects with all rights, or else to read.
    private func connection() throws(Failure) -> CommandClient {
        do throws(Failure) {
            return try daemon.connection()
        } catch {
            guard error.status == .noPermission, daemon.socket == nil,
                let connection = try CommandClient.open(
                    DaemonLocation(option: nil), isStarting: false, timeouts: .ofCommand)
            else { throw error }
            return connection
        }
    }
}
