import ScreensLinux
import ScreensManager
import ScreensVarlink
import TestSupport
import Testing

@testable import ScreensDaemon

/// The rights of clients in the table of methods.
@Suite struct MethodTableTests {
    private let folder = TemporaryFolder()

    private func names(for rights: ClientRights, where isMeant: (MethodRow) -> Bool = { _ in true }) async throws
        -> Set<String>
    {
        MainLoop.thread
        var options = LaunchOptions()
        options.socket = folder / "socket"
        options.takesTerminal = false
        let methods = try await Daemon(options, ServiceManager { _ in nil }).methods.methods
        return Set(methods.filter { $0.rights.contains(rights) && isMeant($0) }.map(\.name))
    }

    @Test func readersChangeNothing() async throws {
        #expect(try await names(for: .reading, where: \.isLogged).isEmpty)
        #expect(try await !names(for: .reading).contains("Frame"))
        #expect(try await !names(for: .reading).contains("Snapshot"), "a picture may show what is for a few eyes")
    }

    @Test func programsOfContentsWatchAndLease() async throws {
        #expect(try await names(for: .contents) == ["Watch", "Lease"])
    }

    @Test func clientsWithAllRightsCallEveryMethod() async throws {
        let declared = try Interface(definition: ManagerInterface.definition).methods.map(\.name)
        #expect(try await names(for: .all) == Set(declared))
    }

    @Test func filesComeWithADrawingAlone() async throws {
        for rights in [ClientRights.reading, .contents] {
            #expect(try await names(for: rights, where: \.takesDescriptors).isEmpty)
        }
        #expect(try await names(for: .all, where: \.takesDescriptors) == ["Draw"])
    }
}
