// A reference sender in plain C and GStreamer, with which the Swift sender is compared.
#ifndef PSBENCH_TWINS_H
#define PSBENCH_TWINS_H

#include <stdbool.h>
#include <stddef.h>

/// A pool, a pipeline with `appsrc name=video`, and a gate with a capacity of two.
typedef struct TwinSession TwinSession;

/// Builds and starts the pipeline; NULL on failure.
TwinSession *_Nullable twin_open(const char *_Nonnull pipeline, int width, int height);
/// Acquires, maps, copies `source`, stamps and pushes, `frames` times.
void twin_send_copies(TwinSession *_Nonnull session, const void *_Nonnull source, long frames);
/// Acquires, maps, renders the first `bytes` bytes, stamps and pushes, `frames` times.
void twin_send_borrowed(TwinSession *_Nonnull session, size_t bytes, long frames);
/// Waits until all pushed buffers have left the source; returns the total number.
long twin_drain(TwinSession *_Nonnull session);
/// Stops and frees everything.
void twin_close(TwinSession *_Nonnull session);

/// A session of the C library.
typedef struct EmbeddedSession EmbeddedSession;

/// Loads the library, and begins a session without a frame rate; NULL on failure, which is printed.
EmbeddedSession *_Nullable embedded_open(
    const char *_Nonnull path, int width, int height, const char *_Nonnull outputs);
/// Sends `source` as often as asked through ps_sender_send_video(); whether all were accepted.
bool embedded_send(EmbeddedSession *_Nonnull session, const void *_Nonnull source, long frames);
/// Finishes and closes the session; whether its outputs are complete.
bool embedded_close(EmbeddedSession *_Nonnull session);

/// Memory aligned to a cache line, like the pool's.
void *_Nonnull twin_allocate(size_t bytes);
/// Copies `source` to two alternating buffers, `frames` times.
void twin_copy_rotating(
    void *_Nonnull first, void *_Nonnull second, const void *_Nonnull source, size_t bytes, long frames);
/// A minimal renderer that fills the bytes with one value; used by both languages.
void twin_render(void *_Nonnull bytes, size_t count, long frame);
/// Makes one allocation, which the interposer must count.
void twin_allocate_deliberately(void);

/// Whether the allocation interposer is loaded.
bool twin_has_interposer(void);
/// Starts counting allocations.
void twin_begin_counting(void);
/// Stops counting; returns the number of allocations by all threads, -1 without the interposer.
long twin_end_counting(void);

#endif
