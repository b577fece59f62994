import CScreensDRM
import Glibc
import Synchronization

/// The framebuffers that an earlier process left on a card's open file, which this process has taken over.
///
/// Some of them may be shown. The kernel lists only a file's own framebuffers.
package final class LeftFramebuffers: Sendable {
    /// The number of free handles in a row after which no more are expected: handles are numbers from 1 on, the lowest
    /// free one first.
    private static let mostFreeHandles: UInt32 = 256

    private let card: CardDevice
    private let left: Mutex<[FramebufferID]>

    /// Finds the framebuffers, before anything is made on the card. Handles of memory are closed, because the
    /// framebuffers keep the memory, and unread events are dropped. The corresponding C functions are
    /// `drmModeGetResources`, `drmCloseBufferHandle` and `read`.
    ///
    /// - Throws: ``KMSError`` with `ENODEV` if the card was removed.
    package init(on card: CardDevice) throws(KMSError) {
        guard let pointer = drmModeGetResources(card.descriptor) else { throw card.error("drmModeGetResources") }
        defer { drmModeFreeResources(pointer) }
        let raw = pointer.pointee
        self.card = card
        left = Mutex((0..<Int(raw.count_fbs)).compactMap { FramebufferID(nonZero: raw.fbs[$0]) })
        closeHandles()
        try FlipEventReader(card: card).drain { _ in }
    }

    private func closeHandles() {
        var (handle, free): (UInt32, UInt32) = (1, 0)
        while free < Self.mostFreeHandles {
            free = drmCloseBufferHandle(card.descriptor, handle) == 0 ? 0 : free + 1
            handle += 1
        }
    }

    /// Whether no framebuffer is left.
    package var isEmpty: Bool { left.withLock(\.isEmpty) }

    /// Removes the framebuffers. A CRTC that still shows one of them is disabled: if it only lost its picture, it would
    /// send black to a display that should sleep. The corresponding C functions are `drmModeSetCrtc` and `drmModeRmFB`.
    package func remove() {
        let ids = left.withLock { left in
            defer { left = [] }
            return left
        }
        guard !ids.isEmpty else { return }
        for crtc in (try? card.snapshot(includingPlanes: false))?.crtcs ?? [] {
            if let shown = crtc.framebuffer, ids.contains(shown) { try? card.disableCRTC(crtc.id) }
        }
        for id in ids { _ = drmModeRmFB(card.descriptor, id.rawValue) }
    }
}
