import Testing

@testable import ScreensLinux

struct MountTableTests {
    private let table = MountTable(
        #"""
        22 1 254:1 / / rw,relatime shared:1 - ext4 /dev/vda1 rw
        23 22 0:21 / /proc rw,nosuid - proc proc rw
        40 22 0:51 / /srv/pictures rw,relatime - nfs4 server:/pictures rw
        41 22 0:52 /old /srv/pictures rw,relatime - nfs4 server:/later rw
        42 22 254:1 /home /srv/pictures/own rw,relatime - ext4 /dev/vda1 rw
        43 22 0:53 / /mnt/two\040words rw - fuse.sshfs server: rw
        cut
        """#)

    @Test(
        arguments: [
            ("/", "254:1"), ("/srv", "254:1"), ("/srv/pictures", "0:52"), ("/srv/pictures/a/b.png", "0:52"),
            ("/srv/pictures2/a.png", "254:1"), ("/srv/pictures/own/a.png", "254:1"), ("/proc/self", "0:21"),
            ("/mnt/two words/a.png", "0:53"), ("./a.png", "254:1"),
        ])
    func aPathIsInTheFileSystemMountedNearestAboveIt(path: String, device: String) {
        #expect(table.device(of: path) == device)
    }

    @Test(arguments: [("22", "254:1"), ("41", "0:52"), ("4", ""), (nil, "")] as [(Substring?, String)])
    func aMountHasItsFileSystem(number: Substring?, device: String) {
        #expect(table.device(ofMount: number) == device)
    }

    @Test func aPathIsUnknownWithoutATable() {
        #expect(MountTable("").device(of: "/srv") == "")
        #expect(MountTable().device(of: "/proc/self") != MountTable().device(of: "/"))
    }
}
