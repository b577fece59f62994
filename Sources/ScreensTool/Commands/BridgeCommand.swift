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
            Through the bridge a varlink client reaches the daemon of another machine, with all rights of its user \
            there: by the group screens-admin, screens-operator or video, or by the socket that --socket names.

              varlinkctl call 'ssh-exec:wall1:screens bridge' screens.Manager.List '{}'
              varlink --bridge 'ssh wall1 screens bridge' call screens.Manager.List

            The commands of this program reach that daemon by a socket that ssh forwards:
              ssh -N -L /run/user/1000/wall1:/run/screens/screens.Manager wall1 &
              SCREENS_SOCKET=/run/user/1000/wall1 screens list

            Files do not pass, so leases and frames for a screen of another machine are refused. The bridge ends with \
            the daemon, or when its input has ended and the last reply is written.

            Exit codes: 69 no daemon, 77 no permission.
            """)

    @OptionGroup var daemon: DaemonArguments

    func run() throws {
        let connection = try daemon.connection(for: .mostRights)
        var bridge = SocketBridge(connection.socket, input: STDIN_FILENO, output: STDOUT_FILENO)
        do throws(SystemError) {
            try bridge.run()
        } catch {
            throw Failure(.system, "cannot bridge: \(error)")
        }
    }
}
