import CScreensDRM

/// An ``AtomicRequest`` in the form that the kernel expects: its blobs have ids. They last as long as the commit.
package struct AtomicCommit: Sendable {
    // The arrays of `struct drm_mode_atomic`: consecutive changes of one object share its entry, and an object may have
    // several entries.
    private var objects: [UInt32] = []
    private var propertyCounts: [UInt32] = []
    private var properties: [UInt32] = []
    private var values: [UInt64] = []
    /// The owners of the blobs: the kernel looks them up during the call.
    private var stores: [BlobTable] = []

    /// Makes a commit that changes nothing.
    package init() {}

    /// Makes the request's blobs, and keeps the table.
    ///
    /// - Throws: ``KMSError`` if the kernel refuses a blob.
    package init(_ request: AtomicRequest, blobs: BlobTable) throws(KMSError) {
        stores = [blobs]
        for change in request.changes {
            if objects.last != change.object.rawValue {
                objects.append(change.object.rawValue)
                propertyCounts.append(0)
            }
            propertyCounts[propertyCounts.count - 1] += 1
            properties.append(change.property.rawValue)
            values.append(try blobs.number(change.value))
        }
    }

    /// Adds the changes of another commit after these. The corresponding C function is `drmModeAtomicMerge`.
    package mutating func append(_ other: AtomicCommit) {
        objects += other.objects
        propertyCounts += other.propertyCounts
        properties += other.properties
        values += other.values
        stores += other.stores
    }

    /// Returns the commit with memory of its own, which does not keep the blobs. The corresponding ioctl is
    /// `DRM_IOCTL_MODE_ATOMIC`.
    package func prepared(on card: CardDevice, _ flags: Flags) -> PreparedCall {
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

    /// Makes the changes.
    ///
    /// The corresponding ioctl is `DRM_IOCTL_MODE_ATOMIC`. It is called directly, because `drmModeAtomicCommit` sorts
    /// and allocates at each call.
    ///
    /// - Parameter userData: the user data of the event, if one is requested.
    /// - Throws: ``KMSError`` with `EINVAL` and others if the driver refuses, `EACCES` if the descriptor is not master,
    ///   `EBUSY` while an earlier flip is pending.
    package func perform(on card: CardDevice, _ flags: Flags, userData: UInt64 = 0) throws(KMSError) {
        // A commit that the caller no longer uses may be released before the call is made.
        defer { withExtendedLifetime(stores) {} }
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

    /// The flags of a commit, as in `DRM_IOCTL_MODE_ATOMIC`.
    package struct Flags: OptionSet, Sendable {
        /// The flags in the kernel's form.
        package let rawValue: UInt32
        /// Makes flags from the kernel's number.
        package init(rawValue: UInt32) { self.rawValue = rawValue }

        /// Checks the commit without changing anything (`DRM_MODE_ATOMIC_TEST_ONLY`).
        package static let testOnly = Flags(rawValue: UInt32(DRM_MODE_ATOMIC_TEST_ONLY))
        /// Permits disabling the CRTC and enabling it again (`DRM_MODE_ATOMIC_ALLOW_MODESET`).
        package static let allowModeset = Flags(rawValue: UInt32(DRM_MODE_ATOMIC_ALLOW_MODESET))
    }
}

extension AtomicRequest {
    /// Makes the changes, with the blobs of a table.
    ///
    /// - Throws: the errors of ``AtomicCommit/perform(on:_:userData:)``, and ``KMSError`` if the kernel refuses a blob.
    package func commit(on card: CardDevice, _ flags: AtomicCommit.Flags, blobs: BlobTable) throws(KMSError) {
        try AtomicCommit(self, blobs: blobs).perform(on: card, flags)
    }
}
