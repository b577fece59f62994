import CScreensLinux
import Glibc
import Testing

/// The filter of programs on leases, carried out as the kernel does, also for architectures that no machine here has.
@Suite struct LeaseFilterTests {
    enum Outcome: Hashable {
        case allowed
        case refused(Int32)
        /// The call succeeds without effect.
        case ignored
        /// The listener answers the call.
        case asked
    }

    /// A system call, as the kernel describes it to a filter.
    struct SystemCall: Sendable {
        var architecture: UInt32
        var number: UInt32
        var request: UInt64 = 0

        /// The word at an offset of `struct seccomp_data`, whose words here have no others behind them.
        fileprivate func word(at offset: UInt32) -> UInt32? {
            switch offset {
            case 0: number
            case 4: architecture
            case 24: UInt32(truncatingIfNeeded: request)
            default: nil
            }
        }
    }

    // The words of the kernel's header `linux/audit.h`.
    static let (x86, i386, arm64, arm) = (
        0xC000_003E as UInt32, 0x4000_0003 as UInt32, 0xC000_00B7 as UInt32,
        0x4000_0028 as UInt32
    )
    static let (riscv64, riscv32) = (0xC000_00F3 as UInt32, 0x4000_00F3 as UInt32)
    static let x32: UInt32 = 0x4000_0000

    /// Each way to make an `ioctl` on a machine.
    static let ways: [(machine: clinux_machine, architecture: UInt32, number: UInt32)] = [
        (CLINUX_X86_64, x86, 16), (CLINUX_X86_64, x86, 514), (CLINUX_X86_64, x86, x32 | 514),
        (CLINUX_X86_64, x86, x32 | 16), (CLINUX_X86_64, i386, 54),
        (CLINUX_I386, i386, 54), (CLINUX_I386, x86, 16), (CLINUX_I386, x86, x32 | 514),
        (CLINUX_AARCH64, arm64, 29), (CLINUX_AARCH64, arm, 54),
        (CLINUX_ARM, arm, 54), (CLINUX_ARM, arm64, 29),
        (CLINUX_RISCV64, riscv64, 29), (CLINUX_RISCV64, riscv32, 29), (CLINUX_RISCV32, riscv64, 29),
    ]

    /// Carries out a filter; nil if it does not end, or has a step that it should not have.
    private func outcome(of call: SystemCall, on machine: clinux_machine, comparing bits: UInt32 = 0xFFFF) -> Outcome? {
        var steps = [sock_filter](repeating: sock_filter(), count: Int(CLINUX_FILTER_STEPS))
        let count = Int(clinux_lease_filter(machine, bits, &steps))
        var (place, word) = (0, UInt32(0))
        while place < count {
            let step = steps[place]
            place += 1
            switch step.code {
            // BPF_LD | BPF_W | BPF_ABS
            case 0x20:
                guard let loaded = call.word(at: step.k) else { return nil }
                word = loaded
            // BPF_ALU | BPF_AND | BPF_K
            case 0x54: word &= step.k
            // BPF_JMP | BPF_JEQ | BPF_K
            case 0x15: place += Int(word == step.k ? step.jt : step.jf)
            // BPF_RET | BPF_K
            case 0x06:
                switch step.k {
                case 0x7FFF_0000: return .allowed
                case 0x7FC0_0000: return .asked
                case 0x0005_0000: return .ignored
                case let other where other >> 16 == 5: return .refused(Int32(other & 0xFFFF))
                default: return nil
                }
            default: return nil
            }
        }
        return nil
    }

    /// The kernel ignores the direction and the size of a request, and the upper half of the word.
    @Test(arguments: [0xC01C_64AD, 0xC068_64CE, 0xC180_64AD, 0x64CE, 0xFFFF_FFFF_C01C_64AD, 0xC018_64B1] as [UInt64])
    func framebuffersAreRefusedByEachWay(_ request: UInt64) {
        for way in Self.ways {
            let call = SystemCall(architecture: way.architecture, number: way.number, request: request)
            #expect(outcome(of: call, on: way.machine) == .refused(EACCES), "\(way)")
        }
    }

    /// A kernel before Linux 5.14 ignores the type as well.
    @Test func theTypeCountsIfTheKernelComparesIt() {
        for way in Self.ways {
            let call = SystemCall(architecture: way.architecture, number: way.number, request: 0xC01C_65AD)
            #expect(outcome(of: call, on: way.machine) == .allowed, "\(way)")
            #expect(outcome(of: call, on: way.machine, comparing: 0xFF) == .refused(EACCES), "\(way)")
        }
    }

    @Test(arguments: [0xC01C_64AC, 0xC068_64CF, 0x5401, 0xC018_64B0, 0xC020_64B2] as [UInt64])
    func otherRequestsReachTheKernelByEachWay(_ request: UInt64) {
        for way in Self.ways {
            let call = SystemCall(architecture: way.architecture, number: way.number, request: request)
            #expect(outcome(of: call, on: way.machine) == .allowed, "\(way)")
        }
    }

    @Test(
        arguments: [
            (CLINUX_X86_64, arm64), (CLINUX_X86_64, arm), (CLINUX_X86_64, riscv64), (CLINUX_AARCH64, x86),
            (CLINUX_AARCH64, i386), (CLINUX_ARM, i386), (CLINUX_RISCV64, arm64), (CLINUX_AARCH64, 0),
        ] as [(clinux_machine, UInt32)])
    func noCallOfAThirdArchitectureReachesTheKernel(_ machine: clinux_machine, _ architecture: UInt32) {
        for number in [0, 16, 29, 54, 514] as [UInt32] {
            let call = SystemCall(architecture: architecture, number: number, request: 0xC01C_64AD)
            #expect(outcome(of: call, on: machine) == .refused(ENOSYS), "\(number)")
        }
    }

    /// The numbers of `open`, `creat`, `openat` and `openat2`, as far as an architecture has them.
    @Test(
        arguments: [
            (CLINUX_X86_64, x86, [2, 85, 257, 437], i386), (CLINUX_I386, i386, [5, 8, 295, 437], x86),
            (CLINUX_AARCH64, arm64, [56, 437], arm), (CLINUX_ARM, arm, [5, 8, 322, 437], arm64),
            (CLINUX_RISCV64, riscv64, [56, 437], riscv32),
        ] as [(clinux_machine, UInt32, [UInt32], UInt32)])
    func opensAreAskedOfTheOwnArchitectureAlone(
        _ machine: clinux_machine, _ own: UInt32, _ numbers: [UInt32], _ second: UInt32
    ) {
        for number in 0..<600 as Range<UInt32> {
            let isOpen = numbers.contains(number)
            let call = SystemCall(architecture: own, number: number)
            #expect(outcome(of: call, on: machine) == (isOpen ? .asked : .allowed), "\(number)")
            let other = SystemCall(architecture: second, number: number)
            #expect(outcome(of: other, on: machine) == .allowed, "\(number)")
        }
    }

    /// Calls of the second architecture that would make a program master are refused by the kernel.
    @Test(arguments: [0x4004_6411, 0x641E, 0x641F] as [UInt64])
    func masteryIsOfNoEffect(_ request: UInt64) {
        for way in [(CLINUX_X86_64, Self.x86, 16), (CLINUX_AARCH64, Self.arm64, 29)]
            as [(clinux_machine, UInt32, UInt32)]
        {
            let call = SystemCall(architecture: way.1, number: way.2, request: request)
            #expect(outcome(of: call, on: way.0) == .ignored)
        }
        #expect(
            outcome(of: SystemCall(architecture: Self.i386, number: 54, request: request), on: CLINUX_X86_64)
                == .allowed)
    }

    @Test func anUnknownArchitectureHasNoFilter() {
        var steps = [sock_filter](repeating: sock_filter(), count: Int(CLINUX_FILTER_STEPS))
        #expect(clinux_lease_filter(CLINUX_OTHER_MACHINE, 0xFFFF, &steps) == 0)
    }
}
