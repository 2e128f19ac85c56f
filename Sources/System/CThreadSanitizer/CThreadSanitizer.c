#include "CThreadSanitizer.h"

// In a C file, not inline in the header, because Swift's importer does not know that the sanitizer is enabled.
#if defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define PSSTUDIO_SANITIZES_THREADS 1
#endif
#endif

#ifdef PSSTUDIO_SANITIZES_THREADS
void __tsan_release(void *address);
void __tsan_acquire(void *address);
void psstudio_hand_over(void *address) { __tsan_release(address); }
void psstudio_take_over(void *address) { __tsan_acquire(address); }
#else
void psstudio_hand_over(void *address) { (void)address; }
void psstudio_take_over(void *address) { (void)address; }
#endif
