#include "CLinuxFilter.h"

#include "CLinuxCards.h"

#include <errno.h>
#include <linux/audit.h>
#include <linux/seccomp.h>
#include <stddef.h>

#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
#error "the filter reads the low half of an argument first"
#endif

// AUDIT_ARCH_RISCV32, which older headers lack.
#define ARCHITECTURE_RISCV32 (EM_RISCV | __AUDIT_ARCH_LE)
// The bit that marks the numbers of x32. No other architecture has such numbers.
#define X32_MARK 0x40000000U

// The numbers of the system calls of an architecture.
struct numbers {
    uint32_t architecture;
    enum clinux_machine second;
    // x32 has the architecture of x86_64, and another number for `ioctl`.
    uint32_t ioctl_count, ioctls[2];
    // `open` and `creat`, which newer architectures lack, `openat` and `openat2`.
    uint32_t open_count, opens[4];
};

static const struct numbers table[] = {
    [CLINUX_X86_64] = {AUDIT_ARCH_X86_64, CLINUX_I386, 2, {16, 514}, 4, {2, 85, 257, 437}},
    [CLINUX_I386] = {AUDIT_ARCH_I386, CLINUX_X86_64, 1, {54}, 4, {5, 8, 295, 437}},
    [CLINUX_AARCH64] = {AUDIT_ARCH_AARCH64, CLINUX_ARM, 1, {29}, 2, {56, 437}},
    [CLINUX_ARM] = {AUDIT_ARCH_ARM, CLINUX_AARCH64, 1, {54}, 4, {5, 8, 322, 437}},
    [CLINUX_RISCV64] = {AUDIT_ARCH_RISCV64, CLINUX_RISCV32, 1, {29}, 2, {56, 437}},
    [CLINUX_RISCV32] = {ARCHITECTURE_RISCV32, CLINUX_RISCV64, 1, {29}, 2, {56, 437}},
};

// The requests that fail, of which the kernel reads the low half.
static const uint32_t refused[] = {CLINUX_GETFB, CLINUX_GETFB2, CLINUX_DIRTYFB};
enum { REFUSED = sizeof refused / sizeof *refused };
// The requests of the kernel's own architecture that succeed without effect.
static const uint32_t ignored[] = {CLINUX_AUTH_MAGIC, CLINUX_SET_MASTER, CLINUX_DROP_MASTER};
enum { IGNORED = sizeof ignored / sizeof *ignored };

struct program {
    struct sock_filter *steps;
    uint16_t count;
};

static void add(struct program *program, uint16_t code, uint32_t value, uint8_t if_equal, uint8_t unless_equal) {
    program->steps[program->count++] = (struct sock_filter){code, if_equal, unless_equal, value};
}

static void load(struct program *program, size_t offset) {
    add(program, BPF_LD | BPF_W | BPF_ABS, (uint32_t)offset, 0, 0);
}

static void mask(struct program *program, uint32_t bits) { add(program, BPF_ALU | BPF_AND | BPF_K, bits, 0, 0); }

static void skip_if(struct program *program, uint32_t value, int count) {
    add(program, BPF_JMP | BPF_JEQ | BPF_K, value, (uint8_t)count, 0);
}

static void skip_unless(struct program *program, uint32_t value, int count) {
    add(program, BPF_JMP | BPF_JEQ | BPF_K, value, 0, (uint8_t)count);
}

static void end(struct program *program, uint32_t outcome) { add(program, BPF_RET | BPF_K, outcome, 0, 0); }

static void refuse(struct program *program, const struct numbers *numbers, uint32_t compared) {
    for (uint32_t place = 0; place < numbers->ioctl_count; place++) {
        load(program, offsetof(struct seccomp_data, nr));
        mask(program, ~X32_MARK);
        skip_unless(program, numbers->ioctls[place], REFUSED + 3);
        load(program, offsetof(struct seccomp_data, args[1]));
        mask(program, compared);
        for (int request = 0; request < REFUSED - 1; request++) {
            skip_if(program, refused[request] & compared, REFUSED - 1 - request);
        }
        skip_unless(program, refused[REFUSED - 1] & compared, 1);
        end(program, SECCOMP_RET_ERRNO | EACCES);
    }
}

enum clinux_machine clinux_own_machine(void) {
#if defined(__x86_64__) && !defined(__ILP32__)
    return CLINUX_X86_64;
#elif defined(__i386__)
    return CLINUX_I386;
#elif defined(__aarch64__)
    return CLINUX_AARCH64;
#elif defined(__arm__)
    return CLINUX_ARM;
#elif defined(__riscv) && __riscv_xlen == 64
    return CLINUX_RISCV64;
#else
    return CLINUX_OTHER_MACHINE;
#endif
}

uint16_t clinux_lease_filter(enum clinux_machine machine, uint32_t compared, struct sock_filter *steps) {
    if (machine >= CLINUX_OTHER_MACHINE) return 0;
    const struct numbers *own = &table[machine], *second = &table[own->second];
    struct program program = {steps, 0};
    load(&program, offsetof(struct seccomp_data, arch));
    uint16_t branch = program.count;
    skip_unless(&program, second->architecture, 0);
    refuse(&program, second, compared);
    // The opens of a program of the second architecture are left to the kernel.
    end(&program, SECCOMP_RET_ALLOW);
    steps[branch].jf = (uint8_t)(program.count - branch - 1);
    skip_if(&program, own->architecture, 1);
    // The kernel runs programs of no further architecture.
    end(&program, SECCOMP_RET_ERRNO | ENOSYS);
    refuse(&program, own, compared);
    load(&program, offsetof(struct seccomp_data, nr));
    for (uint32_t place = 0; place < own->open_count; place++) {
        skip_unless(&program, own->opens[place], 1);
        end(&program, SECCOMP_RET_USER_NOTIF);
    }
    skip_if(&program, own->ioctls[0], 1);
    end(&program, SECCOMP_RET_ALLOW);
    load(&program, offsetof(struct seccomp_data, args[1]));
    for (int request = 0; request < IGNORED; request++) skip_if(&program, ignored[request], IGNORED - request);
    end(&program, SECCOMP_RET_ALLOW);
    end(&program, SECCOMP_RET_ERRNO | 0);
    return program.count;
}
