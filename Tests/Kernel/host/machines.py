"""The machines that are booted. Each test class names its machine."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Machine:
    """One virtual machine: its kernel, its cards, and its kind of time."""

    name: str
    kernel: str  # "ours", "debian" or "no-terminals", see kernels.py
    devices: tuple[str, ...] = ()
    processors: int = 2
    # Memory for the programs; a crash with a very long trace takes several hundred MB.
    memory: str = "2G"
    kernel_arguments: str = ""
    # Virtual time: an instruction takes 2 ns and idle time is skipped, so that measurements do not depend on other work
    # of the host.
    virtual_time: bool = False
    # Seconds of the host's time after which the whole machine is ended and counted as a failure: three times as much as
    # on a quiet host.
    limit: int = 300
    # Whether its tests begin with an installation of the service.
    has_service: bool = False
    # Whether it is booted without being requested by name.
    default: bool = True

    def qemu_arguments(self) -> list[str]:
        """Returns the arguments of QEMU beyond the arguments that boot the guest."""
        arguments = [*PROCESSOR, *FEW_PORTS, *self.devices]
        if self.virtual_time:
            arguments += ["-icount", "shift=1,sleep=off"]
        return arguments


# Few pixels: a picture of 1280x800 takes an emulated processor three times as long. No test sets this mode of its own.
SIZE = "xres=800,yres=480"
VIRTIO_GPU = ("-device", f"virtio-gpu-pci,id=gpu,max_outputs=2,{SIZE}")
# A card whose display reports no EDID, and whose driver does not read one from debugfs either.
WITHOUT_EDID = ("-device", "bochs-display,id=bochs,edid=off,vgamem=64M")
# The framebuffer that the firmware set up on QEMU's VGA card, in 1024x768; no driver of the hardware takes it over.
FIRMWARE = ("-device", "VGA,id=vga")
FIRMWARE_MODE = "vga=0x344 bochs.modeset=0"
# The installer of the machine states a mode for the display of virtio-gpu, which prefers another one.
STATED_MODE = "video=Virtual-1:1280x720@60"
# A card with four connectors, one of them with a display, and a card of the nineties.
QXL = ("-device", "qxl,id=qxl")
CIRRUS = ("-device", "cirrus-vga,id=cirrus")
BOCHS = ("-device", f"bochs-display,id=bochs,edid=on,vgamem=64M,{SIZE}")
# A compositor's kiosk shell shows nothing to a seat without input.
KEYBOARD = ("-device", "virtio-keyboard-pci")
# An emulated `rep movsb` takes an instruction's time for every byte. Without it, programs and the kernel copy memory in
# the widest possible pieces, and fast processors do so in either way. Without the others a call of the kernel has fewer
# instructions, and a page is found by one table less.
PROCESSOR = ("-cpu", "max,-erms,-fsrm,-smap,-la57,-pku")
# QEMU looks at two queues of each port for every event, and virtme-ng makes six devices of 31 ports for a port each.
FEW_PORTS = ("-global", "virtio-serial-device.max_ports=2")
# Defences against other programs cost an emulated processor a tenth of its time.
# Random addresses cost it half of its time: QEMU translates a program for each address at which it runs.
TRUSTING = "mitigations=off norandmaps"
# The tests make vkms cards, through configfs.
NO_DEFAULT_VKMS = "vkms.create_default_dev=0"
# The kernel's console tries every way to give CRTCs to connectors: with 31 connectors it does not finish.
NO_CONSOLE = "drm_kms_helper.fbdev_emulation=0"
# In virtual time idle time is skipped, but only up to the next timer, and each timer costs the host some 100 µs. So the
# kernel does not compare its clocks twice a second, and its console's cursor does not blink.
FEW_TIMERS = "tsc=nowatchdog vt.global_cursor_default=0"

# Debian's kernel has the interface of x32, and enables it on request.
X32 = "syscall.x32=y"

def emulated(name: str, devices: tuple[str, ...] = (), *arguments: str, limit: int = 300) -> Machine:
    """Returns a machine of one processor in virtual time, with our kernel and cards that the tests make."""
    return Machine(
        name,
        kernel="ours",
        devices=devices,
        processors=1,
        kernel_arguments=" ".join((NO_DEFAULT_VKMS, FEW_TIMERS, *arguments)),
        virtual_time=True,
        limit=limit,
    )


MACHINES = {
    machine.name: machine
    for machine in (
        Machine("cards", kernel="ours", devices=VIRTIO_GPU + BOCHS, kernel_arguments=NO_DEFAULT_VKMS, limit=1800),
        Machine(
            "virtual",
            kernel="ours",
            processors=1,
            kernel_arguments=f"{NO_DEFAULT_VKMS} {FEW_TIMERS}",
            virtual_time=True,
            limit=1800,
        ),
        # The machines are in the order of their times: two run simultaneously, and the shortest come last.
        Machine("service", kernel="debian", devices=VIRTIO_GPU + BOCHS, limit=2000, has_service=True),
        # Like `virtual`: long tests have a boot of their own, beside it.
        Machine(
            "faults",
            kernel="ours",
            processors=1,
            kernel_arguments=f"{NO_DEFAULT_VKMS} {FEW_TIMERS}",
            virtual_time=True,
            limit=1800,
        ),
        emulated("firmware", VIRTIO_GPU + FIRMWARE, FIRMWARE_MODE, STATED_MODE),
        emulated("late", WITHOUT_EDID),
        # Tests of gud plug its displays into this machine.
        emulated("qxl", QXL),
        emulated("sleep", BOCHS + QXL, limit=900),
        emulated("cirrus", CIRRUS),
        # Cards that are made through configfs have no pipelines of colours.
        Machine(
            "pipelines",
            kernel="ours",
            processors=1,
            kernel_arguments=f"vkms.enable_plane_pipeline=1 {FEW_TIMERS}",
            virtual_time=True,
        ),
        # Its tests are long, because they need a kernel of their own.
        Machine(
            "no-terminals",
            kernel="no-terminals",
            devices=VIRTIO_GPU + BOCHS,
            kernel_arguments=NO_DEFAULT_VKMS,
            limit=1800,
            has_service=True,
        ),
        Machine(
            "stock",
            kernel="debian",
            devices=VIRTIO_GPU + BOCHS,
            processors=1,
            kernel_arguments=X32,
            virtual_time=True,
            limit=1800,
        ),
        Machine(
            "measure",
            kernel="ours",
            processors=1,
            kernel_arguments=NO_DEFAULT_VKMS,
            virtual_time=True,
            limit=3600,
            default=False,
        ),
        Machine(
            "compare",
            kernel="ours",
            devices=("-device", "virtio-gpu-pci,id=gpu", *KEYBOARD),
            processors=1,
            kernel_arguments=f"{NO_DEFAULT_VKMS} {NO_CONSOLE}",
            virtual_time=True,
            limit=1800,
            default=False,
        ),
    )
}
