// The mutex of all parts.

#pragma once

#include <mutex>

namespace MEETINGSDK {

/// How many mutexes this thread holds, or waits for.
int& heldMutexes();

/// A mutex that is counted, so that the handler of a signal finds out whether its thread may hold one.
class Mutex {
public:
    void lock() {
        ++heldMutexes();
        mutex.lock();
    }

    void unlock() {
        mutex.unlock();
        --heldMutexes();
    }

private:
    std::mutex mutex;
};

}  // namespace MEETINGSDK
