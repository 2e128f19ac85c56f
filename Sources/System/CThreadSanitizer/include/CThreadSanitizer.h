// Annotates hand-overs between threads that the thread sanitizer cannot see, because GStreamer and GLib are not instrumented.
// No effect without the sanitizer.
#ifndef PSSTUDIO_THREAD_SANITIZER_H
#define PSSTUDIO_THREAD_SANITIZER_H

// Everything that this thread did is visible to the thread that takes over the address.
void psstudio_hand_over(void *address);
// Everything done before the address was handed over is visible to this thread.
void psstudio_take_over(void *address);

#endif
