import Testing

@testable import ProgramSamples
@testable import Screens
@testable import ScreensDoctor

/// Findings about a machine, as stories.
struct MachineDiagnosisTests {
    private static let healthy = CardFacts.sample("card0", .sample())
    private static let nothing = MachineFacts.sample()

    private static let stories: [DiagnosisStory] = [
        DiagnosisStory(
            testDescription: "a display can be driven", facts: .sample(healthy), findings: [], status: .success),
        DiagnosisStory(
            testDescription: "no card", facts: nothing, findings: ["error noCard machine"], remedy: "dmesg"),
        DiagnosisStory(
            testDescription: "a virtual machine without a graphics device",
            facts: nothing.with { $0.isVirtualMachine = true }, findings: ["error vmWithoutGpu machine"],
            remedy: "virtio-gpu"),
        DiagnosisStory(
            testDescription: "nomodeset, and no card",
            facts: nothing.with {
                $0.commandLine = KernelCommandLine("quiet nomodeset")
                $0.displayDevices = [device(driver: nil)]
            }, findings: ["error nomodeset machine", "error noDriver pci 0000:00:02.0"], remedy: "command line"),
        DiagnosisStory(
            testDescription: "nomodeset, and the firmware's picture",
            facts: .sample(.sample("card0", .sample("Unknown-1", edid: [])).with { $0.driver = "simpledrm" }).with {
                $0.commandLine = KernelCommandLine("nomodeset")
            }, findings: ["warning nomodeset machine", "warning firmwareFramebuffer card0"], status: .success),
        DiagnosisStory(
            testDescription: "a graphics device without a driver in a virtual machine",
            facts: nothing.with {
                $0.isVirtualMachine = true
                $0.displayDevices = [device(driver: nil)]
            }, findings: ["error noDriver pci 0000:00:02.0"], remedy: "lspci -nnk -s 0000:00:02.0"),
        DiagnosisStory(
            testDescription: "a graphics device that its loaded driver does not drive",
            facts: nothing.with {
                $0.isVirtualMachine = true
                $0.displayDevices = [device(driver: nil, loaded: ["vmwgfx"])]
            }, findings: ["error noDriver pci 0000:00:02.0"], remedy: "dmesg | grep -i -e vmwgfx -e 0000:00:02.0"),
        DiagnosisStory(
            testDescription: "a driver that made no card",
            facts: nothing.with { $0.displayDevices = [device(driver: "nvidia")] },
            findings: ["error driverWithoutCard pci 0000:00:02.0"], remedy: "nvidia-drm.modeset=1"),
        DiagnosisStory(
            testDescription: "a second graphics device that is lent to a virtual machine",
            facts: .sample(healthy).with { $0.displayDevices = [device(driver: "vfio-pci")] },
            findings: ["note driverWithoutCard pci 0000:00:02.0"], status: .success),
        DiagnosisStory(
            testDescription: "a second graphics device without a driver",
            facts: .sample(healthy).with { $0.displayDevices = [device(driver: nil)] },
            findings: ["warning noDriver pci 0000:00:02.0"], status: .success),
        DiagnosisStory(
            testDescription: "a graphics device that is a card",
            facts: .sample(healthy).with { $0.displayDevices = [device(driver: "i915", hasCard: true)] },
            findings: [], status: .success),
        DiagnosisStory(
            testDescription: "no udev daemon", facts: .sample(healthy).with { $0.hasUdev = false },
            findings: ["warning noUdev machine"], status: .success, remedy: "systemd-udevd"),
        DiagnosisStory(
            testDescription: "no udev daemon in a container",
            facts: .sample(healthy).with {
                $0.hasUdev = false
                $0.isContainer = true
            }, findings: ["warning noUdev machine"], status: .success, remedy: "/run/udev"),
        DiagnosisStory(
            testDescription: "another terminal is active",
            facts: .sample(healthy).with { $0.terminals = TerminalFacts(active: 1, own: 3) },
            findings: ["warning inactiveTerminal machine"], status: .success, remedy: "chvt 3"),
        DiagnosisStory(
            testDescription: "our terminal is active",
            facts: .sample(healthy).with { $0.terminals = TerminalFacts(active: 3, own: 3) }, findings: [],
            status: .success),
        DiagnosisStory(
            testDescription: "a shell over SSH",
            facts: .sample(healthy).with { $0.terminals = TerminalFacts(active: 3, own: nil) }, findings: [],
            status: .success),
        DiagnosisStory(
            testDescription: "nothing connected", facts: .sample(.sample("card0", .empty, .empty)),
            findings: ["error nothingConnected machine"], remedy: "cable"),
        DiagnosisStory(
            testDescription: "nothing connected to one of two cards", facts: .sample(healthy, .sample("card1", .empty)),
            findings: [], status: .success),
        DiagnosisStory(
            testDescription: "the library cannot read the screens",
            facts: .sample(.sample()).with { $0.readFailure = "cannot listen to udev" },
            findings: ["error cannotRead machine"]),
    ]

    @Test(arguments: stories)
    func findingsFollowFromTheFacts(_ story: DiagnosisStory) { story.check() }

    private static func device(driver: String?, hasCard: Bool = false, loaded: [String] = []) -> DisplayDevice {
        DisplayDevice(
            address: "0000:00:02.0", product: "8086:3e92", driver: driver, loadedDrivers: loaded, hasCard: hasCard)
    }
}
