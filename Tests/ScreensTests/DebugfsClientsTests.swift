import Testing

@testable import Screens

@Suite struct DebugfsClientsTests {
    @Test(arguments: [
        (
            """
                         command  tgid dev master a   uid      magic                    name          id
                        modetest   412   0   y    y     0          0                <unset>           5
            """, 412, "modetest"
        ),
        (
            """
                         command  tgid dev master a   uid      magic
                         my sign    77   1   n    y  1000          0
                    Xorg main :0   345   1   y    y     0          0
            """, 345, "Xorg main :0"
        ),
    ])
    func theMasterIsTheMarkedClient(_ text: String, _ process: Int32, _ name: String) {
        #expect(DebugfsClients.master(in: text) == CardMaster(processID: process, name: name))
    }

    @Test(arguments: [
        (
            "a thread of another process", 412,
            ["412/status": "Name:\tcard0-flips\nTgid:\t400\nPid:\t412\n", "400/comm": "screensd\n"]
        ),
        ("the process itself", 400, ["400/status": "Name:\tcard0\nTgid:\t400\n", "400/comm": "screensd\n"]),
    ])
    func aThreadLeadsToItsProcess(_ story: String, _ listed: Int32, _ files: [String: String]) {
        let client = CardMaster(processID: listed, name: "card0")
        #expect(DebugfsClients.process(of: client) { files[$0] } == CardMaster(processID: 400, name: "screensd"))
    }

    @Test(arguments: [
        [:], ["412/status": ""], ["412/status": "Tgid:\n"], ["412/status": "Tgid:\t400\n"],
        ["412/status": "Tgid:\tx\n", "400/comm": "screensd\n"],
    ])
    func withoutItsFilesAClientStaysAsItIsListed(_ files: [String: String]) {
        let client = CardMaster(processID: 412, name: "card0-flips")
        #expect(DebugfsClients.process(of: client) { files[$0] } == client)
    }

    /// The process of the last client has ended: another process may have its file.
    @Test(arguments: [
        "", "\n", "command tgid dev master a uid\n", "x\ny y y y\n", "a b c n\nq w e y\n",
        "command tgid dev master a uid magic\n<unknown> 88 0 y y 0 0\n",
    ])
    func withoutAMarkNoClientIsMaster(_ text: String) {
        #expect(DebugfsClients.master(in: text) == nil)
    }
}
