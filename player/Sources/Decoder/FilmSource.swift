import CGStreamer
import Glibc
import Synchronization

/// Gives an open file to a pipeline, which reads it at any place: the demuxer finds an index at its end, and a film
/// that loops loses no frame.
final class FilmSource: Sendable {
    private let film: Int32
    /// The place of the next read. One thread of the pipeline reads at a time.
    private let offset = Atomic<Int64>(0)

    init(_ film: Int32) {
        self.film = film
    }

    /// Connects it to an element `appsrc`, which must end before it.
    func connect(to element: UnsafeMutablePointer<GstElement>) {
        let source = UnsafeMutableRawPointer(element).assumingMemoryBound(to: GstAppSrc.self)
        var status = stat()
        fstat(film, &status)
        gst_app_src_set_stream_type(source, GST_APP_STREAM_TYPE_RANDOM_ACCESS)
        gst_app_src_set_size(source, gint64(status.st_size))
        var callbacks = GstAppSrcCallbacks()
        callbacks.need_data = { source, count, data in
            guard let source, let data else { return }
            Unmanaged<FilmSource>.fromOpaque(data).takeUnretainedValue().read(Int(count), to: source)
        }
        callbacks.seek_data = { _, offset, data in
            guard let data else { return 0 }
            Unmanaged<FilmSource>.fromOpaque(data).takeUnretainedValue().offset.store(Int64(offset), ordering: .relaxed)
            return 1
        }
        gst_app_src_set_callbacks(source, &callbacks, Unmanaged.passUnretained(self).toOpaque(), nil)
    }

    private func read(_ wanted: Int, to source: UnsafeMutablePointer<GstAppSrc>) {
        let count = min(max(wanted, 1), 1 << 20)
        guard let buffer = gst_buffer_new_allocate(nil, gsize(count), nil) else { return }
        var map = GstMapInfo()
        var received = 0
        if gst_buffer_map(buffer, &map, GST_MAP_WRITE) != 0 {
            let start = offset.load(ordering: .relaxed)
            repeat {
                received = pread(film, map.data, count, off_t(start))
            } while received < 0 && errno == EINTR
            gst_buffer_unmap(buffer, &map)
        }
        guard received > 0 else {
            gst_mini_object_unref(UnsafeMutableRawPointer(buffer).assumingMemoryBound(to: GstMiniObject.self))
            gst_app_src_end_of_stream(source)
            return
        }
        gst_buffer_set_size(buffer, received)
        offset.add(Int64(received), ordering: .relaxed)
        gst_app_src_push_buffer(source, buffer)
    }
}
