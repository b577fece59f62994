import ScreensJSON
import Testing

@testable import ProgramSamples
@testable import ScreensDoctor
@testable import ScreensKMS
@testable import ScreensLinux

/// Dumps of cards for other people to read.
@Suite struct MachineDumpTests {
    private static func machine(edid: [UInt8] = SampleEDID.television) -> DumpedMachine {
        var card = DumpedCard(
            node: "/dev/dri/card1",
            listing: [
                "driver": ["name": "vkms"],
                "connectors": [
                    [
                        "id": 40, "type": 15, "status": 1,
                        "modes": .array([ModeTimings(width: 640, height: 480, millihertz: 60_000).listing]),
                        "properties": ["EDID": ["flags": 20, "raw_value": 50]],
                    ]
                ], "crtcs": [["id": 41]],
            ])
        card.connectors = ["40": ("Virtual-3", edid)]
        card.files = ["Virtual-3": ["status": "connected", "edid": edid.hexadecimal]]
        card.udev = ["ID_SERIAL": "Udl_000123456", "ID_PATH": "usb-Udl_000123456-1", "DEVNAME": "/dev/dri/card1"]
        card.hasVBlank = true
        return DumpedMachine(
            version: "1", kernel: "6.9", commandLine: "quiet root=UUID=12ab-34cd video=HDMI-A-1:d", cards: [card])
    }

    @Test func aDumpIsReadAsADocument() throws {
        let document = try CardDocument(decoding: Self.machine().document.encoded)
        let card = try #require(document.cards.first)
        #expect(card.node == "/dev/dri/card1" && card.snapshot.driver == "vkms")
        #expect(card.snapshot.connectors.map(\.name) == ["Virtual-3"])
        #expect(card.snapshot.connectors[0].edid == SampleEDID.television)
        #expect(card.facts.hasVBlank == true && card.facts.files["Virtual-3"]?["status"] == "connected")
        #expect(card.facts.udev?["ID_SERIAL"] == "Udl_000123456" && document.machine.version == "1")
    }

    @Test func serialsAreNowhereInADumpWithoutThem() throws {
        var machine = Self.machine(edid: SampleEDID.tile)
        machine.removeSerials()
        let document = try CardDocument(decoding: machine.document.encoded)
        let card = try #require(document.cards.first)
        let edid = card.snapshot.connectors[0].edid
        #expect(edid.count == SampleEDID.tile.count && edid != SampleEDID.tile && edid[12..<16] == [0, 0, 0, 0])
        #expect(card.facts.files["Virtual-3"]?["edid"] == edid.hexadecimal)
        #expect(card.facts.udev == ["DEVNAME": "/dev/dri/card1"])
        #expect(document.machine.commandLine == "quiet root=(removed) video=HDMI-A-1:d")
    }

    @Test(arguments: [
        ("quiet splash nomodeset ro 3 --", nil), ("", nil), ("=", nil), ("  quiet  ", nil),
        // Words that concern displays keep their values.
        ("video=HDMI-A-1:1920x1080@60D", nil), ("cma=512M fbcon=map:1 console=tty1 console=ttyS0,115200n8", nil),
        ("nvidia-drm.modeset=1 drm.edid_firmware=HDMI-A-1:edid/1920x1080.bin drm_kms_helper.poll=0", nil),
        ("i915.enable_psr=0 amdgpu.dc=1 nouveau.config=NvClkMode=15 radeon.modeset=0 vc4.force_hotplug=1", nil),
        ("vc_mem.mem_base=0x3ec00000 vc_mem.mem_size=0x40000000 module_blacklist=nouveau", nil),
        // All other values are removed.
        ("root=/dev/sda1 ro", "root=(removed) ro"), ("root=UUID=1234-ABCD", "root=(removed)"),
        ("root=/dev/mapper/kims--laptop--vg-root", "root=(removed)"), ("root=", nil),
        ("resume=/dev/disk/by-uuid/0a1b2c3d-1111-2222-3333-0a1b2c3d4e5f", "resume=(removed)"),
        ("BOOTIF=01-88-99-aa-bb-cc-dd", "BOOTIF=(removed)"), ("ip=10.0.0.2::10.0.0.1:255.255.255.0:n", "ip=(removed)"),
        ("fetch=http://10.0.0.2/root.img", "fetch=(removed)"), ("pci=0000:00:02.0", "pci=(removed)"),
        ("smsc95xx.macaddr=B8:27:EB:01:02:03", "smsc95xx.macaddr=(removed)"), ("=kim", "=(removed)"),
        // A value ends at a space outside quotes.
        (#"a="one video=two three" quiet"#, "a=(removed) quiet"), (#""a=one two" quiet"#, "a=(removed) quiet"),
        (#"video="DP-1:e" quiet"#, nil), (#"a="one two"#, "a=(removed)"),
        // Values of words for displays that identify the machine, and words that cannot be names.
        ("drm.serial=1 i915.x=b8:27:eb:01:02:03", "drm.serial=(removed) i915.x=(removed)"),
        ("10.0.0.2 /dev/mapper/kims-root 01-88-99-aa-bb-cc kim@host", "(removed) (removed) (removed) (removed)"),
        (#""kims laptop" 88-99-aa-bb-cc-dd=1"#, "(removed) (removed)"),
    ])
    func aCommandLineKeepsTheValuesThatConcernDisplays(_ text: String, _ expected: String?) {
        #expect(IdentifyingText.removing(text) == expected ?? text)
    }

    @Test(
        arguments: [
            ([], .success), ([.unavailable], .unavailable), ([.unavailable, .noPermission], .noPermission),
            ([.unavailable, .system], .unavailable),
        ] as [([ScreensLinux.ExitStatus], ScreensLinux.ExitStatus)])
    func aDumpWithoutSomeCardsFails(_ failures: [ScreensLinux.ExitStatus], _ status: ScreensLinux.ExitStatus) {
        #expect(MachineDump.status(of: failures.map { Failure($0, "") }) == status)
    }

    @Test func propertiesThatRepeatASerialGoWithIt() {
        let properties = [
            "ID_SERIAL_SHORT": "000123456", "ID_MODEL": "Dock", "DEVLINKS": "/dev/dri/by-id/x-000123456",
            "ID_PATH": "pci-0000:00:02.0", "MAJOR": "226", "ID_FS_UUID": "", "TAGS": ":seat:uaccess:",
        ]
        #expect(
            IdentifyingText.removing(properties)
                == ["ID_MODEL": "Dock", "ID_PATH": "pci-0000:00:02.0", "MAJOR": "226", "TAGS": ":seat:uaccess:"])
    }
}
