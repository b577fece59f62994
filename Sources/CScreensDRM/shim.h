#include <xf86drm.h>
#include <xf86drmMode.h>
#include <drm_fourcc.h>
#include <linux/dma-buf.h>

// Swift does not import function-like macros; these constants give it their values.
static const uint32_t CDRM_FORMAT_XRGB8888 = DRM_FORMAT_XRGB8888;
static const unsigned long CDRM_IOCTL_MODE_ATOMIC = DRM_IOCTL_MODE_ATOMIC;
static const unsigned long CDRM_IOCTL_MODE_PAGE_FLIP = DRM_IOCTL_MODE_PAGE_FLIP;
static const unsigned long CDRM_IOCTL_MODE_SETCRTC = DRM_IOCTL_MODE_SETCRTC;
static const unsigned long CDRM_IOCTL_MODE_SETGAMMA = DRM_IOCTL_MODE_SETGAMMA;
static const unsigned long CDRM_IOCTL_MODE_OBJ_SETPROPERTY = DRM_IOCTL_MODE_OBJ_SETPROPERTY;
static const unsigned long CDRM_IOCTL_MODE_REVOKE_LEASE = DRM_IOCTL_MODE_REVOKE_LEASE;
static const unsigned long CDRM_IOCTL_DROP_MASTER = DRM_IOCTL_DROP_MASTER;
// `DRM_IOCTL_MODE_CLOSEFB` of Linux 6.8, which the headers of libdrm may lack.
struct CDRMCloseFramebuffer {
    uint32_t framebuffer;
    uint32_t padding;
};
static const unsigned long CDRM_IOCTL_MODE_CLOSEFB = DRM_IOWR(0xD0, struct CDRMCloseFramebuffer);
static const unsigned long CDMA_BUF_IOCTL_SYNC = DMA_BUF_IOCTL_SYNC;
// `DMA_BUF_IOCTL_EXPORT_SYNC_FILE` of Linux 6.0, which older headers lack.
struct CDMASyncFile {
    uint32_t flags;
    int32_t descriptor;
};
static const unsigned long CDMA_BUF_IOCTL_EXPORT_SYNC_FILE = _IOWR(DMA_BUF_BASE, 2, struct CDMASyncFile);
// `DRM_CLIENT_CAP_CURSOR_PLANE_HOTSPOT` of Linux 6.6, which the headers of libdrm may lack.
static const int32_t CDRM_CLIENT_CAP_CURSOR_PLANE_HOTSPOT = 6;
// `DRM_CLIENT_CAP_PLANE_COLOR_PIPELINE` of Linux 6.19, which the headers of libdrm may lack.
static const int32_t CDRM_CLIENT_CAP_PLANE_COLOR_PIPELINE = 7;
static const uint32_t CDRM_MODE_PROP_OBJECT = DRM_MODE_PROP_OBJECT;
static const uint32_t CDRM_MODE_PROP_SIGNED_RANGE = DRM_MODE_PROP_SIGNED_RANGE;
static const uint64_t CDRM_FORMAT_MOD_LINEAR = DRM_FORMAT_MOD_LINEAR;
static const uint64_t CDRM_FORMAT_MOD_INVALID = DRM_FORMAT_MOD_INVALID;
