import CLibDRM

/// Property changes that the kernel takes all together or not at all.
///
/// The ioctl is called directly: `drmModeAtomicCommit` sorts and allocates at each call.
public struct AtomicRequest: Sendable, Hashable {
    private var objects: [UInt32] = []
    private var propertyCounts: [UInt32] = []
    private var properties: [UInt32] = []
    private var values: [UInt64] = []

    public init() {}

    /// Begins the changes of another object.
    public mutating func select(_ object: UInt32) {
        objects.append(object)
        propertyCounts.append(0)
    }

    /// Sets a property of the object selected last, if it has that property and others than the kernel may set it.
    ///
    /// - Returns: whether it is set.
    @discardableResult
    public mutating func set(_ name: String, to value: UInt64, in known: Properties) -> Bool {
        guard let property = known[name], !property.isImmutable, !objects.isEmpty else { return false }
        properties.append(property.id)
        values.append(value)
        propertyCounts[propertyCounts.count - 1] += 1
        return true
    }

    /// Adds the changes of another request, which come after these.
    public mutating func append(_ other: AtomicRequest) {
        objects += other.objects
        propertyCounts += other.propertyCounts
        properties += other.properties
        values += other.values
    }

    /// The commit with memory of its own. The corresponding C macro is `DRM_IOCTL_MODE_ATOMIC`.
    public func prepared(on card: CardDevice, _ flags: CommitFlags) -> PreparedCall {
        PreparedCall(CDRM_IOCTL_MODE_ATOMIC, on: card) { memory in
            var request = drm_mode_atomic()
            request.flags = flags.rawValue
            request.count_objs = UInt32(objects.count)
            request.objs_ptr = memory.keep(objects)
            request.count_props_ptr = memory.keep(propertyCounts)
            request.props_ptr = memory.keep(properties)
            request.prop_values_ptr = memory.keep(values)
            return request
        }
    }

    /// Commits the changes, without allocating unless it fails. The corresponding C macro is
    /// `DRM_IOCTL_MODE_ATOMIC`.
    ///
    /// - Parameter userData: comes back in the event, where one is asked for.
    public func commit(
        on card: CardDevice, _ flags: CommitFlags, userData: UInt64 = 0
    ) throws(KMSError) {
        let result = objects.withUnsafeBufferPointer { objects in
            propertyCounts.withUnsafeBufferPointer { counts in
                properties.withUnsafeBufferPointer { properties in
                    values.withUnsafeBufferPointer { values in
                        var request = drm_mode_atomic()
                        request.flags = flags.rawValue
                        request.count_objs = UInt32(objects.count)
                        request.objs_ptr = UInt64(UInt(bitPattern: objects.baseAddress))
                        request.count_props_ptr = UInt64(UInt(bitPattern: counts.baseAddress))
                        request.props_ptr = UInt64(UInt(bitPattern: properties.baseAddress))
                        request.prop_values_ptr = UInt64(UInt(bitPattern: values.baseAddress))
                        request.user_data = userData
                        return drmIoctl(card.descriptor, CDRM_IOCTL_MODE_ATOMIC, &request)
                    }
                }
            }
        }
        guard result == 0 else { throw card.error(flags.contains(.testOnly) ? "atomic test" : "atomic commit") }
    }

    /// How a commit is made.
    public struct CommitFlags: OptionSet, Sendable {
        public let rawValue: UInt32
        public init(rawValue: UInt32) { self.rawValue = rawValue }

        /// Checks without changing anything (`DRM_MODE_ATOMIC_TEST_ONLY`).
        public static let testOnly = CommitFlags(rawValue: UInt32(DRM_MODE_ATOMIC_TEST_ONLY))
        /// Returns before it is on the screen (`DRM_MODE_ATOMIC_NONBLOCK`).
        public static let nonBlocking = CommitFlags(rawValue: UInt32(DRM_MODE_ATOMIC_NONBLOCK))
        /// May switch the display off and on again (`DRM_MODE_ATOMIC_ALLOW_MODESET`).
        public static let allowModeset = CommitFlags(rawValue: UInt32(DRM_MODE_ATOMIC_ALLOW_MODESET))
        /// Sends an event when the frame is on the screen (`DRM_MODE_PAGE_FLIP_EVENT`).
        public static let flipEvent = CommitFlags(rawValue: UInt32(DRM_MODE_PAGE_FLIP_EVENT))
    }
}
