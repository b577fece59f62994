/// The rules by which a driver refuses requests that the ranges of its properties and the kernel's atomic helpers
/// allow.
///
/// The table has the rules of drivers whose source or behaviour is known. For other drivers, requests that the helpers
/// accept count as accepted. A driver may refuse more than its rules say, for lack of bandwidth or memory.
package struct DriverRules: Sendable, Hashable {
    /// A rule.
    package enum Rule: Sendable, Hashable {
        /// A plane has the same size on the screen as in its framebuffer (`DRM_PLANE_NO_SCALING`).
        case noScaling
        /// A plane is at most by these factors smaller or larger on the screen than in its framebuffer.
        case scaling(down: Double, up: Double)
        /// A primary plane covers the whole CRTC (`can_position` is false).
        case primaryPlaneCoversCRTC
        /// A plane does not extend beyond the CRTC.
        case planesStayInside
        /// A CRTC with a mode must have its primary plane.
        case primaryPlaneIsOn
        /// A plane with linear memory is not rotated by 90° or 270°.
        case noQuarterRotations
        /// A plane with linear memory is not reflected horizontally.
        case noReflection
        /// All horizontal timings of HDMI connectors are even, except for modes with a doubled clock.
        case evenHorizontalTimings
        /// The fastest pixel clock of HDMI connectors in kHz.
        case fastestClock(UInt32)
        /// The allowed sizes of modes, and their rounded rate in Hz.
        case modes(sizes: [ModeSize], hertz: ClosedRange<Int>)
        /// The driver sets only modes that the connector lists.
        case listedModes
        /// Each framebuffer is one piece of the kernel's contiguous memory (CMA), because no IOMMU translates the
        /// card's addresses.
        case contiguousMemory
    }

    /// The size of a mode in pixels.
    package struct ModeSize: Sendable, Hashable {
        let width: UInt16
        let height: UInt16
    }

    /// The rules of the driver; empty if nothing is known.
    package let rules: [Rule]

    /// Makes a set of rules.
    package init(_ rules: [Rule]) {
        self.rules = rules
    }

    /// Makes the rules of a card from its driver, and from its limits if these distinguish generations of hardware.
    package init(for card: CardSnapshot) {
        self.init(Self.table[card.driver].map { $0(card) } ?? [])
    }

    private static let table: [String: @Sendable (CardSnapshot) -> [Rule]] = [
        // dm_crtc_helper_atomic_check, "Can't enable a CRTC without enabling the primary plane";
        // amdgpu_dm_plane_get_min_max_dc_plane_scaling: 1/4 to 16, if the hardware states no other limits.
        "amdgpu": { _ in [.primaryPlaneIsOn, .scaling(down: 4, up: 16)] },
        // skl_plane_check_fb: "Y/Yf tiling required for 90/270!", "horizontal flip is not supported with linear surface
        // formats". Older hardware offers neither.
        "i915": { _ in [.noQuarterRotations, .noReflection] },
        "xe": { _ in [.noQuarterRotations, .noReflection] },
        "vc4": vc4,
        // hibmc_plane_atomic_check; hibmc_crtc_mode_valid with its table of clocks.
        "hibmc": { _ in [.noScaling, .planesStayInside, .modes(sizes: hibmcSizes, hertz: 59...61)] },
        // vop_plane_atomic_check, vop2_plane_atomic_check: FRAC_16_16(1, 8) to FRAC_16_16(8, 1).
        "rockchip": { _ in [.scaling(down: 8, up: 8)] },
        // dpu_plane_atomic_check: MAX_DOWNSCALE_RATIO and MAX_UPSCALE_RATIO.
        "msm": { _ in [.scaling(down: 4, up: 20)] },
        // vkms_plane_atomic_check, adp_plane_atomic_check: no scaling, any place; virtio_gpu_plane_atomic_check: only
        // a cursor has any place.
        "vkms": { _ in [.noScaling] }, "adp": { _ in [.noScaling] },
        "virtio_gpu": { _ in [.noScaling, .primaryPlaneCoversCRTC] },
        // shmob_drm_plane_atomic_check: the primary plane cannot be placed.
        "shmob-drm": { _ in [.noScaling, .primaryPlaneCoversCRTC, .contiguousMemory] },
        // mxsfb_plane_atomic_check, mxsfb_crtc_atomic_check.
        "mxsfb-drm": { _ in [.noScaling, .primaryPlaneCoversCRTC, .primaryPlaneIsOn, .contiguousMemory] },
        // drm_gem_dma_create (dma_alloc_wc), by DRM_GEM_DMA_DRIVER_OPS or dumb_create in these files of drivers/gpu/drm
        // of Linux 7.3; their nodes have no `iommus` in any of its device trees. For rcar-du and rzg2l-du another
        // device (VSP) reads the buffers, which maps them later. ingenic-drm has a pool of its own on one board
        // (rs90.dts), a reusable one, which `CmaTotal` includes.
        "atmel-hlcdc": inContiguousMemory,  // atmel-hlcdc/atmel_hlcdc_dc.c
        "fsl-dcu-drm": inContiguousMemory,  // fsl-dcu/fsl_dcu_drm_drv.c
        "imx-dcss": inContiguousMemory,  // imx/dcss/dcss-kms.c
        "imx-drm": inContiguousMemory,  // imx/ipuv3/imx-drm-core.c
        "imx-lcdc": inContiguousMemory,  // imx/lcdc/imx-lcdc.c
        "imx-lcdif": inContiguousMemory,  // mxsfb/lcdif_drv.c
        "ingenic-drm": inContiguousMemory,  // ingenic/ingenic-drm-drv.c
        "kirin": inContiguousMemory,  // hisilicon/kirin/kirin_drm_ade.c
        "mcde": inContiguousMemory,  // mcde/mcde_drv.c
        "meson": inContiguousMemory,  // meson/meson_drv.c
        "rcar-du": inContiguousMemory,  // renesas/rcar-du/rcar_du_kms.c
        "rzg2l-du": inContiguousMemory,  // renesas/rz-du/rzg2l_du_kms.c
        "sti": inContiguousMemory,  // sti/sti_drv.c
        "stm": inContiguousMemory,  // stm/drv.c
        "tidss": inContiguousMemory,  // tidss/tidss_drv.c
        "tilcdc": inContiguousMemory,  // tilcdc/tilcdc_drv.c
        "tve200": inContiguousMemory,  // tve200/tve200_drv.c
        // Other users of these helpers are left out. Their device trees have an IOMMU: adp, hdlcd, komeda, mediatek,
        // rockchip (its own rockchip_drm_gem.c), sun4i-drm (H6). Their SoC has an IOMMU for other devices: imx8-dc
        // (i.MX8QM), mali-dp (LS1028A), zynqmp-dpsub. Their board may give the device memory outside CMA
        // (of_reserved_mem_device_init): pl111, aspeed-gfx-drm, arcpgu, kmb-drm, logicvc-drm. They are in no device
        // tree of the kernel: sprd, verisilicon. Panels on SPI need little.
        // drm_sysfb_plane_helper_atomic_check, drm_sysfb_crtc_helper_mode_valid: the one mode that the firmware has
        // set.
        "simpledrm": { _ in [.noScaling, .primaryPlaneCoversCRTC, .primaryPlaneIsOn, .listedModes] },
        "ofdrm": { _ in [.noScaling, .primaryPlaneCoversCRTC, .primaryPlaneIsOn, .listedModes] },
        // bochs_primary_plane_helper_atomic_check, bochs_crtc_helper_atomic_check;
        // cirrus_primary_plane_helper_atomic_check, cirrus_crtc_helper_atomic_check, which also limit the bytes of a
        // row to 4088, a limit of the framebuffer; drm_simple_kms_plane_atomic_check and drm_simple_kms_crtc_check of
        // udl and gud, or helpers with the same rules. qxl has no rules: qxl_primary_atomic_check compares the
        // framebuffer with the memory alone, and accepts what it does not show.
        "bochs-drm": withOnePlane, "cirrus": withOnePlane, "cirrus-qemu": withOnePlane, "gud": withOnePlane,
        "udl": withOnePlane,
    ]

    /// The rules of vc4: vc4_hdmi_encoder_mode_valid with `unsupported_odd_h_timings` on the BCM2711, whose
    /// framebuffers are at most 7680 pixels wide; bcm2835_variant with `max_pixel_clock`, whose framebuffers are 2048
    /// pixels wide (vc4_kms_load). Planes are scaled in any way. All use framebuffers of the DMA helpers (vc4_drv.c);
    /// the BCM2712, whose framebuffers are 8192 pixels wide, has an IOMMU in its vendor's device trees.
    private static let vc4: @Sendable (CardSnapshot) -> [Rule] = { card in
        switch card.framebufferLimits.width.upperBound {
        case 7680: [.evenHorizontalTimings, .contiguousMemory]
        case 2048: [.fastestClock(162_000), .contiguousMemory]
        default: []
        }
    }

    private static let withOnePlane: @Sendable (CardSnapshot) -> [Rule] = { _ in
        [.noScaling, .primaryPlaneCoversCRTC, .primaryPlaneIsOn]
    }

    private static let inContiguousMemory: @Sendable (CardSnapshot) -> [Rule] = { _ in [.contiguousMemory] }

    private static let hibmcSizes = [
        (640, 480), (800, 600), (1024, 768), (1152, 864), (1280, 768), (1280, 720), (1280, 960), (1280, 1024),
        (1440, 900),
        (1600, 900), (1600, 1200), (1920, 1080), (1920, 1200),
    ].map { ModeSize(width: $0, height: $1) }
}

extension DriverRules {
    /// A plane with a framebuffer after a request.
    struct PlacedPlane {
        let isPrimary: Bool
        /// The size in 16.16 fixed point, before the rotation.
        let source: (width: UInt64, height: UInt64)
        let target: (x: Int64, y: Int64, width: UInt64, height: UInt64)
        let rotation: UInt64
        /// The mode of its CRTC; nil without a mode.
        let mode: ModeTimings?

        var isRotatedByQuarter: Bool { rotation & 0b1010 != 0 }
        var isReflected: Bool { rotation & 1 << 4 != 0 }
    }

    /// Returns the properties of a plane that break a rule, with clauses for people.
    func problems(of plane: PlacedPlane) -> [(property: String, problem: String)] {
        rules.flatMap { rule -> [(String, String)] in
            switch rule {
            case .noScaling: scaled(plane, down: 1, up: 1) ? [("CRTC_W", "the driver does not scale")] : []
            case .scaling(let down, let up):
                scaled(plane, down: down, up: up) ? [("CRTC_W", "the driver does not scale that much")] : []
            case .primaryPlaneCoversCRTC:
                plane.isPrimary && !covers(plane) ? [("CRTC_X", "the plane does not cover the CRTC")] : []
            case .planesStayInside: staysInside(plane) ? [] : [("CRTC_X", "the plane reaches beyond the CRTC")]
            case .noQuarterRotations:
                plane.isRotatedByQuarter ? [("rotation", "the driver does not rotate linear memory by 90°")] : []
            case .noReflection: plane.isReflected ? [("rotation", "the driver does not reflect linear memory")] : []
            default: []
            }
        }
    }

    /// Returns the reasons why a mode is refused on a connector, as clauses for people.
    func problems(of mode: ModeTimings, on connector: Connector) -> [String] {
        rules.flatMap { rule -> [String] in
            switch rule {
            case .evenHorizontalTimings:
                let isOdd = [mode.hdisplay, mode.hsyncStart, mode.hsyncEnd, mode.htotal].contains { $0 % 2 == 1 }
                return connector.type.isHDMI && isOdd && !mode.hasDoubledClock ? ["odd horizontal timings"] : []
            case .fastestClock(let fastest):
                return connector.type.isHDMI && mode.clock > fastest ? ["\(mode.clock) kHz is too fast"] : []
            case .modes(let sizes, let hertz):
                guard sizes.contains(ModeSize(width: mode.hdisplay, height: mode.vdisplay)) else {
                    return ["the driver has no clock for this size"]
                }
                return hertz.contains(Int(mode.vrefresh)) ? [] : ["the driver has no clock for this rate"]
            case .listedModes:
                return connector.modes.contains { $0.scans(as: mode) } ? [] : ["it is not among the modes"]
            default: return []
            }
        }
    }

    /// Whether a CRTC with a mode needs its primary plane.
    var needsPrimaryPlane: Bool { rules.contains(.primaryPlaneIsOn) }

    private func scaled(_ plane: PlacedPlane, down: Double, up: Double) -> Bool {
        let (width, height) =
            plane.isRotatedByQuarter
            ? (plane.source.height, plane.source.width) : (plane.source.width, plane.source.height)
        return [(width, plane.target.width), (height, plane.target.height)].contains { source, target in
            guard source > 0, target > 0 else { return false }
            let ratio = Double(source) / Double(target) / 65_536
            return ratio > down || ratio < 1 / up
        }
    }

    private func covers(_ plane: PlacedPlane) -> Bool {
        guard let mode = plane.mode else { return true }
        return plane.target == (0, 0, UInt64(mode.hdisplay), UInt64(mode.vdisplay))
    }

    private func staysInside(_ plane: PlacedPlane) -> Bool {
        guard let mode = plane.mode else { return true }
        let target = plane.target
        return target.x >= 0 && target.y >= 0
            && UInt64(clamping: target.x).addingReportingOverflow(target.width).partialValue <= UInt64(mode.hdisplay)
            && UInt64(clamping: target.y).addingReportingOverflow(target.height).partialValue <= UInt64(mode.vdisplay)
    }
}

extension ModeTimings {
    /// `DRM_MODE_FLAG_DBLCLK`.
    fileprivate var hasDoubledClock: Bool { flags & 1 << 12 != 0 }

    /// Returns whether the pixels of two modes are sent at the same times.
    fileprivate func scans(as other: ModeTimings) -> Bool {
        (clock, hdisplay, htotal, vdisplay, vtotal) == (
            other.clock, other.hdisplay, other.htotal, other.vdisplay, other.vtotal
        )
    }
}
