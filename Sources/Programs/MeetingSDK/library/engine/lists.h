// Lists that the interface hands out.

#pragma once

#include <array>
#include <utility>
#include <vector>

#include "engine/core.h"

namespace MEETINGSDK {

/// A list; an index outside of it gives an empty item and a diagnosis.
template <class T>
class List final : public IList<T> {
public:
    int GetCount() override {
        const std::lock_guard<Mutex> lock(mutex);
        return static_cast<int>(items.size());
    }

    T GetItem(int index) override {
        size_t count;
        {
            const std::lock_guard<Mutex> lock(mutex);
            count = items.size();
            if (index >= 0 && static_cast<size_t>(index) < count) return items[static_cast<size_t>(index)];
        }
        const std::string message = "a list of " + decimal(count) + " items has no item " + (index < 0 ? "-" : "") +
                                    decimal(static_cast<uint64_t>(index < 0 ? -int64_t(index) : int64_t(index))) +
                                    "; lists of an event are empty after it";
        diagnose("%s", message.c_str());
        record("ZM-CALL-003", message.c_str());
        return T();
    }

    void AddItem(T item) override {
        const std::lock_guard<Mutex> lock(mutex);
        items.push_back(item);
    }

    void replace(std::vector<T> newItems) {
        const std::lock_guard<Mutex> lock(mutex);
        items = std::move(newItems);
    }

private:
    Mutex mutex;
    std::vector<T> items;
};

/// The lists that one method returns. A list is valid until the method was called sixteen times more; then it is used
/// again, never freed.
template <class T>
class Lists {
public:
    IList<T>* with(std::vector<T> items) {
        List<T>* list;
        {
            const std::lock_guard<Mutex> lock(mutex);
            list = &lists[next++ % lists.size()];
        }
        list->replace(std::move(items));
        return list;
    }

private:
    Mutex mutex;
    size_t next = 0;
    std::array<List<T>, 16> lists;
};

/// A list for one event; it is emptied after the callback.
template <class T>
class EventList {
public:
    explicit EventList(std::vector<T> items) {
        static Lists<T>* lists = new Lists<T>();
        list = static_cast<List<T>*>(lists->with(std::move(items)));
    }
    ~EventList() { list->replace({}); }
    EventList(const EventList&) = delete;
    EventList& operator=(const EventList&) = delete;

    IList<T>* get() { return list; }

private:
    List<T>* list;
};

}  // namespace MEETINGSDK
