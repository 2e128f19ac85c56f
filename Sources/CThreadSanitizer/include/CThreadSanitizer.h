// Tells the thread sanitizer of a hand-over between threads that it cannot see, because GStreamer and GLib are not instrumented.
// Without the sanitizer nothing happens.
#ifndef PSSTUDIO_THREAD_SANITIZER_H
#define PSSTUDIO_THREAD_SANITIZER_H

// What this thread has done is visible to whoever takes the same address over.
void psstudio_hand_over(void *address);
// What was done before the address was handed over is visible to this thread.
void psstudio_take_over(void *address);

#endif
