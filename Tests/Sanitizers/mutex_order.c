/* Makes the order of a Swift Mutex visible to ThreadSanitizer, even if a thread had to wait for it.
 *
 * A free Mutex is locked and unlocked in our instrumented code. A wait happens in the Swift runtime, which is not
 * instrumented; without this library, every lock that was ever waited for would be reported as a race. The runtime's
 * three functions are called through here, and each reports its effect to ThreadSanitizer. No check is left out.
 *
 * Loaded with LD_PRELOAD. Compiled with clang, which knows Swift's calling convention. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#define LOCK "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define TRY_LOCK "$s15Synchronization12_MutexHandleV12_tryLockSlowSbyF"
#define UNLOCK "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"

#define SWIFT __attribute__((swiftcall))
#define SELF __attribute__((swift_context))

/* Weak, because programs without instrumentation, such as the shell around the tests, load this too. */
void __tsan_acquire(void *address) __attribute__((weak));
void __tsan_release(void *address) __attribute__((weak));

SWIFT void lock(uint32_t thread, SELF void *mutex) __asm__(LOCK);
SWIFT _Bool try_lock(SELF void *mutex) __asm__(TRY_LOCK);
SWIFT void unlock(SELF void *mutex) __asm__(UNLOCK);

static void *runtime(const char *name) {
    void *function = dlsym(RTLD_NEXT, name);
    if (function != NULL) return function;
    fprintf(stderr, "mutex_order: the Swift runtime no longer has %s\n", name);
    abort();
}

SWIFT void lock(uint32_t thread, SELF void *mutex) {
    typedef SWIFT void (*Function)(uint32_t, SELF void *);
    ((Function)runtime(LOCK))(thread, mutex);
    if (__tsan_acquire) __tsan_acquire(mutex);
}

SWIFT _Bool try_lock(SELF void *mutex) {
    typedef SWIFT _Bool (*Function)(SELF void *);
    _Bool locked = ((Function)runtime(TRY_LOCK))(mutex);
    if (locked && __tsan_acquire) __tsan_acquire(mutex);
    return locked;
}

SWIFT void unlock(SELF void *mutex) {
    typedef SWIFT void (*Function)(SELF void *);
    if (__tsan_release) __tsan_release(mutex);
    ((Function)runtime(UNLOCK))(mutex);
}
