#if !__has_include(<gst/gst.h>)
#error "the headers of GStreamer are missing: on Debian, install libgstreamer-plugins-base1.0-dev"
#endif
#include <gst/app/gstappsink.h>
#include <gst/app/gstappsrc.h>
#include <gst/gst.h>
#include <gst/pbutils/missing-plugins.h>
#include <gst/video/video.h>
#include <fcntl.h>
#include <linux/memfd.h>
// Swift's module of the C library lacks them.
#include <spawn.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

// Macros and functions with variable arguments are not imported.
static const GstClockTime cgst_time_none = GST_CLOCK_TIME_NONE;

static inline GstObject *cgst_object(void *instance) { return GST_OBJECT_CAST(instance); }

static inline GstElement *cgst_named(GstElement *pipeline, const char *name) {
    return gst_bin_get_by_name(GST_BIN_CAST(pipeline), name);
}

static inline GstMessageType cgst_type(GstMessage *message) { return GST_MESSAGE_TYPE(message); }

static inline GstClockTime cgst_time(GstBuffer *buffer) { return GST_BUFFER_PTS(buffer); }

static inline GstClockTime cgst_duration(GstBuffer *buffer) { return GST_BUFFER_DURATION(buffer); }

static inline guint64 cgst_base(const GstSegment *segment) { return segment->base; }

static inline const char *cgst_format_name(const GstVideoInfo *info) {
    return gst_video_format_to_string(GST_VIDEO_INFO_FORMAT(info));
}

static inline void cgst_connect(void *instance, const char *signal, void *callback, void *data) {
    g_signal_connect(instance, signal, G_CALLBACK(callback), data);
}

// The planes of a format, as the rows of a frame without gaps have them. Returns the bytes of all of them.
static inline gsize cgst_packed_size(const GstVideoInfo *info) {
    gsize size = 0;
    for (guint plane = 0; plane < GST_VIDEO_INFO_N_PLANES(info); plane++) {
        gint components[GST_VIDEO_MAX_COMPONENTS];
        gst_video_format_info_component(info->finfo, plane, components);
        size += (gsize)GST_VIDEO_INFO_COMP_WIDTH(info, components[0]) * GST_VIDEO_INFO_COMP_PSTRIDE(info, components[0])
                * GST_VIDEO_INFO_COMP_HEIGHT(info, components[0]);
    }
    return size;
}

// Copies a frame without the gaps between its rows. Returns false if its memory cannot be read.
static inline gboolean cgst_copy(GstBuffer *buffer, const GstVideoInfo *info, guint8 *to) {
    GstVideoFrame frame;
    if (!gst_video_frame_map(&frame, info, buffer, GST_MAP_READ)) return FALSE;
    for (guint plane = 0; plane < GST_VIDEO_FRAME_N_PLANES(&frame); plane++) {
        gint components[GST_VIDEO_MAX_COMPONENTS];
        gst_video_format_info_component(info->finfo, plane, components);
        gint component = components[0];
        gsize width = GST_VIDEO_FRAME_COMP_WIDTH(&frame, component);
        gsize row = width * GST_VIDEO_FRAME_COMP_PSTRIDE(&frame, component);
        gint rows = GST_VIDEO_FRAME_COMP_HEIGHT(&frame, component);
        const guint8 *from = GST_VIDEO_FRAME_PLANE_DATA(&frame, plane);
        for (gint number = 0; number < rows; number++) {
            memcpy(to, from, row);
            to += row;
            from += GST_VIDEO_FRAME_PLANE_STRIDE(&frame, plane);
        }
    }
    gst_video_frame_unmap(&frame);
    return TRUE;
}

// Keeps the memory of the process from other processes of its user, until it executes a program.
static inline void cgst_hide_memory(void) { prctl(PR_SET_DUMPABLE, 0, 0, 0, 0); }

// Ends the process with its parent, also if the parent has ended already, and lets it gain no rights.
static inline void cgst_die_with_parent(pid_t parent) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent) _exit(0);
    prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
}

// Makes a file in memory of a fixed size, as the daemon takes it; -1 if there is no memory. The seals are numbers,
// because their names need _GNU_SOURCE: F_ADD_SEALS with F_SEAL_SHRINK and F_SEAL_GROW.
static inline int cgst_sealed_memory(size_t size) {
    int file = (int)syscall(SYS_memfd_create, "frames", MFD_CLOEXEC | MFD_ALLOW_SEALING);
    if (file < 0) return -1;
    if (ftruncate(file, (off_t)size) == 0 && fcntl(file, 1033, 2 | 4) == 0) return file;
    close(file);
    return -1;
}
