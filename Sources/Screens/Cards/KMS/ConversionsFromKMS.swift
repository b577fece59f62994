import Glibc
import ScreensEDID
import ScreensKMS
import ScreensLinux

extension CardState {
    /// - Parameter read: returns the bytes of a blob, or nil if the blob is gone.
    init(
        _ card: CardSnapshot, isFresh: Bool, _ identities: IdentityReader,
        readingBlobsWith read: (BlobID) -> [UInt8]?
    ) {
        self.init(
            connectors: card.connectors.map {
                ConnectorState(
                    $0, crtcs: card.crtcs, identity: identities.identity(in: $0.edid),
                    properties: ConnectorProperty.known(of: $0, readingBlobsWith: read),
                    path: $0.properties["PATH"]?.blob.flatMap(read).flatMap(Self.path))
            },
            crtcCount: card.crtcs.count, isFresh: isFresh)
    }
}

extension CardState {
    /// The text in the bytes of a `PATH`, such as `mst:95-1-8`; nil if there is none.
    static func path(_ bytes: [UInt8]) -> String? {
        let text = bytes.prefix(256).prefix { $0 != 0 }
        return text.isEmpty ? nil : String(decoding: text, as: UTF8.self)
    }
}

extension ConnectorState {
    init(
        _ connector: Connector, crtcs: [CRTC], identity: ScreenIdentity?, properties: [ConnectorProperty] = [],
        path: String? = nil
    ) {
        let fedBy = crtcs.first { $0.id == connector.crtc }
        let modes = connector.modes.enumerated().map { ScreenMode(id: $0.offset, timings: $0.element) }
        var current: ScreenMode?
        if let fedBy, fedBy.isActive, let mode = fedBy.mode {
            // The CRTC's mode has no index in the list, so its timings are looked up there. A custom mode is not in the
            // list.
            current =
                modes.first { $0.timings.hasSameTimings(as: mode) }
                ?? ScreenMode(id: modes.count, timings: mode)
        }
        self.init(
            id: connector.id,
            name: connector.name,
            status: connector.connection == .connected
                ? .connected : connector.connection == .disconnected ? .disconnected : .unknown,
            role: connector.type.isInternal ? .internal : .external,
            kind: connector.isWriteback ? .writeback : connector.isNonDesktop ? .nonDesktop : .display,
            physicalSize: Self.physicalSize(of: connector),
            modes: modes,
            currentMode: current,
            crtcIndex: fedBy?.index,
            possibleCRTCs: connector.possibleCRTCs,
            edid: connector.edid,
            isLinkBad: connector.isLinkBad,
            identity: identity,
            properties: properties,
            isTelevisionOutput: connector.type.isTelevisionOutput,
            expectsEDID: connector.expectsEDID,
            path: path)
    }

    /// The size of the picture in mm. The kernel takes it from the EDID, in which some displays have an aspect ratio
    /// instead.
    private static func physicalSize(of connector: Connector) -> Size? {
        let (width, height) = (connector.physicalWidth, connector.physicalHeight)
        guard width > 0, height > 0,
            !SizeInMillimeters(width: Double(width), height: Double(height)).isAspectRatio
        else { return nil }
        return Size(width: width, height: height)
    }
}

extension ConnectorProperty {
    /// The connector properties that settings may name.
    ///
    /// - Parameter read: returns the bytes of a blob, or nil if the blob is gone.
    static func known(
        of connector: Connector, readingBlobsWith read: (BlobID) -> [UInt8]? = { _ in nil }
    ) -> [ConnectorProperty] {
        connector.known(\.isOptional).compactMap { known, entry in
            if entry.isBlob {
                let text = entry.blob.map { read($0).flatMap { HDRMetadata(bytes: $0)?.text } } ?? "off"
                return ConnectorProperty(known.name, value: text, allowed: .metadata)
            }
            if entry.choices.isEmpty {
                return entry.limits.map {
                    ConnectorProperty(known.name, value: String(entry.value), allowed: .range($0))
                }
            }
            let choices = entry.choices.sorted { $0.value < $1.value }
            return ConnectorProperty(
                known.name, value: choices.first { $0.value == entry.value }?.key, allowed: .choices(choices.map(\.key))
            )
        }
    }
}

extension ScreenError {
    /// Makes the error of a failed KMS call, in the user's terms.
    init(_ error: KMSError, operation: String, object: String) {
        switch error.errno {
        case EACCES where error.call == "open", EPERM where error.call == "open":
            self.init(
                .permissionDenied, operation: operation, object: object, errno: error.errno,
                remedy: "run as a member of the device's group (mostly `video`), or as root")
        case EACCES:
            self.init(
                .busy, operation: operation, object: object, errno: error.errno,
                circumstances: "another program is the card's DRM master",
                remedy: "end it, or switch to another virtual terminal")
        case ENODEV:
            self.init(.cardLost, operation: operation, object: object, errno: error.errno)
        case ENXIO where error.call == "open", ENOENT where error.call == "open":
            self.init(.cardLost, operation: operation, object: object, errno: error.errno)
        case EOPNOTSUPP where error.call == "drmModeGetResources":
            self.init(.noCard, operation: operation, object: object, errno: error.errno)
        default:
            self.init(.system, operation: operation, object: "\(object) (\(error.call))", errno: error.errno)
        }
    }

    /// Makes the error of a refused lease.
    init(lease error: KMSError, object: String) {
        switch error.errno {
        case EBUSY:
            self.init(
                .busy, operation: "lease", object: object, errno: error.errno,
                circumstances: "another program has a lease on it", remedy: "end that program")
        case EOPNOTSUPP, EINVAL, ENOTTY:
            self.init(
                .unsupported, operation: "lease", object: object, errno: error.errno,
                circumstances: "the driver has no leases, or the card itself is a lease")
        default: self.init(error, operation: "lease", object: object)
        }
    }

    /// Makes the error of a refused modeset: only some error numbers blame the mode.
    ///
    /// - Parameter memory: the free memory, as a clause for people. It is read only if the kernel lacks memory.
    init(
        modeset error: KMSError, mode: ScreenMode, object: String,
        memory: () -> String? = { ContiguousMemory.current?.state }
    ) {
        switch error.errno {
        // ENOMEM blames the mode too: on small machines there is memory for a smaller mode.
        case EINVAL, ERANGE, ENOSPC, E2BIG, ENOMEM:
            self.init(
                .modeRefused, operation: "set \(mode) on", object: object, errno: error.errno,
                circumstances: error.errno == ENOMEM ? memory() : nil,
                remedy: "choose another mode")
        default:
            self.init(error, operation: "set \(mode) on", object: object)
        }
    }
}

extension ContiguousMemory {
    /// The present contiguous memory as the kernel states it; nil if there is none.
    static var current: ContiguousMemory? {
        SystemFile.text("/proc/meminfo").flatMap(ContiguousMemory.init(meminfo:))
    }
}

extension CardDevice {
    /// Whether a CRTC is active in a mode; false if it cannot be read.
    func isLit(_ crtc: CRTCID, index: CRTCIndex, in mode: ScreenMode) -> Bool {
        guard let crtc = try? self.crtc(crtc, index: index), crtc.isActive, let present = crtc.mode else {
            return false
        }
        return present.hasSameTimings(as: mode.timings)
    }
}
