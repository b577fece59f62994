import CLinux
import KMS

/// What is done for a card or a terminal if the process crashes, for as long as this is kept.
struct CrashPlan: ~Copyable, @unchecked Sendable {
    // Unchecked for the handle alone, which is given back once; the C functions may be called by any thread.
    private let handle: OpaquePointer
    /// What the calls lead to.
    private let memory: AnyObject & Sendable

    /// - Returns: nil where there are too many already.
    init?(_ calls: [clinux_crash_call], turn: clinux_crash_turn, keeping memory: AnyObject & Sendable) {
        guard let handle = clinux_crash_add(calls, UInt32(calls.count), turn) else { return nil }
        self.handle = handle
        self.memory = memory
    }

    /// Shows again what was found on a card, and gives the card up.
    init?(_ restoration: Restoration, of device: CardDevice) {
        let drop = PreparedCall.droppingMaster(of: device)
        let rest = restoration.picture + restoration.settings
        var calls: [clinux_crash_call] = []
        if let whole = restoration.whole { calls.append(clinux_crash_call(whole, afterSuccess: rest.count)) }
        // Without mastership no other thread's flip gets over what is shown now.
        for call in rest + [drop] { calls.append(clinux_crash_call(call)) }
        self.init(calls, turn: CLINUX_CRASH_CARDS, keeping: Kept(restoration, drop))
    }

    deinit {
        clinux_crash_remove(handle)
    }

    private final class Kept: Sendable {
        private let restoration: Restoration
        private let drop: PreparedCall

        init(_ restoration: Restoration, _ drop: PreparedCall) {
            self.restoration = restoration
            self.drop = drop
        }
    }
}

extension clinux_crash_call {
    /// - Parameter afterSuccess: how many of the calls that follow are passed over where it is done.
    fileprivate init(_ call: PreparedCall, afterSuccess: Int = 0) {
        self.init(
            request: call.request, argument: UInt(bitPattern: call.argument), descriptor: call.descriptor,
            after_success: UInt32(afterSuccess))
    }
}
