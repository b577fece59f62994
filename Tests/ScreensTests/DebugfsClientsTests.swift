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
    func theMasterIsTheOneThatIsMarked(_ text: String, _ process: Int32, _ name: String) {
        #expect(DebugfsClients.master(in: text) == CardMaster(processID: process, name: name))
    }

    @Test(arguments: ["", "\n", "command tgid dev master a uid\n", "x\ny y y y\n", "a b c n\nq w e y\n"])
    func noMasterIsNone(_ text: String) {
        #expect(DebugfsClients.master(in: text) == nil)
    }
}
