// The work of a sender, written in C as directly as GStreamer allows: what the Swift sender is compared with.
#ifndef PSBENCH_TWINS_H
#define PSBENCH_TWINS_H

#include <stdbool.h>
#include <stddef.h>

/// A pool, a pipeline with `appsrc name=video`, and a gate of two places in front of it.
typedef struct TwinSession TwinSession;

/// Builds and starts the pipeline; NULL when it does not start.
TwinSession *_Nullable twin_open(const char *_Nonnull pipeline, int width, int height);
/// Acquires, maps, copies `source`, stamps and pushes, `frames` times.
void twin_send_copies(TwinSession *_Nonnull session, const void *_Nonnull source, long frames);
/// Acquires, maps, renders the first `bytes` bytes, stamps and pushes, `frames` times.
void twin_send_borrowed(TwinSession *_Nonnull session, size_t bytes, long frames);
/// Waits until everything that was pushed has left the source; the number of buffers that ever did.
long twin_drain(TwinSession *_Nonnull session);
/// Stops and frees everything.
void twin_close(TwinSession *_Nonnull session);

/// Memory that begins at a cache line, as the pools' does.
void *_Nonnull twin_allocate(size_t bytes);
/// Copies `source` into two buffers in turn, `frames` times.
void twin_copy_rotating(
    void *_Nonnull first, void *_Nonnull second, const void *_Nonnull source, size_t bytes, long frames);
/// The cheapest renderer that there is: fills the bytes with one value. The same for both languages.
void twin_render(void *_Nonnull bytes, size_t count, long frame);
/// What the interposer must see: one allocation.
void twin_allocate_deliberately(void);

/// Whether the allocation interposer is loaded.
bool twin_has_interposer(void);
/// From now on allocations are counted.
void twin_begin_counting(void);
/// Ends the counting; the number of allocations by all threads since it began, -1 without the interposer.
long twin_end_counting(void);

#endif
