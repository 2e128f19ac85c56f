// Received frames and audio as objects. An object is used again when its callback and all references are over; it is
// never freed, so that a late call gets an empty result and a diagnosis.

#pragma once

#include <deque>

#include "engine/core.h"
#include "zoom_sdk_raw_data_def.h"

namespace MEETINGSDK {

/// Objects of one kind that can be used again.
template <class T>
class Pool {
public:
    T* take() {
        const std::lock_guard<Mutex> lock(mutex);
        // The one that is unused for the longest time, so that a late call rarely meets the next frame.
        if (free.size() < 64) return new T();
        T* const object = free.front();
        free.pop_front();
        return object;
    }

    void giveBack(T* object) {
        const std::lock_guard<Mutex> lock(mutex);
        free.push_back(object);
    }

private:
    Mutex mutex;
    std::deque<T*> free;
};

/// The references of a frame or a block.
template <class T, class Interface, class Media>
class RawData : public Interface {
public:
    /// Passes received media to a function; afterwards it is empty, unless there are references.
    template <class Function>
    static void deliver(const Media& media, ps_raw_data* data, Function function) {
        T* const object = shared<Pool<T>>().take();
        {
            const std::lock_guard<Mutex> lock(object->mutex);
            object->media = media;
            object->data = data;
            object->isInCallback = true;
        }
        function(static_cast<Interface*>(object));
        object->leave([](RawData& self) { self.isInCallback = false; });
    }

    bool CanAddRef() override {
        const std::lock_guard<Mutex> lock(mutex);
        return data && ps_raw_data_can_add_ref(data);
    }

    bool AddRef() override {
        const std::lock_guard<Mutex> lock(mutex);
        if (!data || !ps_raw_data_add_ref(data)) return false;
        references += 1;
        return true;
    }

    int Release() override {
        int left = 0;
        leave([&](RawData& self) {
            if (!self.data) return self.reportLate("Release");
            left = ps_raw_data_release(self.data);
            if (left >= 0) self.references -= 1;
        });
        return left > 0 ? left : 0;
    }

protected:
    /// A value of the media; an empty one after the end.
    template <class Function>
    auto read(const char* method, Function function) -> decltype(function(std::declval<Media&>())) {
        const std::lock_guard<Mutex> lock(mutex);
        if (data) return function(media);
        reportLate(method);
        return {};
    }

private:
    template <class Function>
    void leave(Function function) {
        {
            const std::lock_guard<Mutex> lock(mutex);
            function(*this);
            if (!data || isInCallback || references > 0) return;
            data = nullptr;
            references = 0;
        }
        shared<Pool<T>>().giveBack(static_cast<T*>(this));
    }

    void reportLate(const char* method) {
        static std::atomic<int> reports{0};
        const std::string message =
            std::string(method) + " of received media after its callback, or after its last Release: it is empty; call "
            "AddRef inside the callback to keep it, in the memory mode of the heap";
        record("ZM-REF-006", message.c_str());
        if (reports.fetch_add(1) < 10) diagnose("%s", message.c_str());
    }

    Mutex mutex;
    Media media{};
    ps_raw_data* data = nullptr;
    int references = 0;
    bool isInCallback = false;
};

/// Overrides a getter with a value of the media.
#define READ(Result, method, value) \
    Result method() override { \
        return read(#method, [](auto& media) { return static_cast<Result>(value); }); \
    }

class Frame final : public RawData<Frame, YUVRawDataI420, ps_received_frame> {
public:
    char* GetYBuffer() override { return plane(0); }
    char* GetUBuffer() override { return plane(1); }
    char* GetVBuffer() override { return plane(2); }
    char* GetAlphaBuffer() override { return nullptr; }
    // The planes follow each other.
    char* GetBuffer() override { return plane(0); }
    READ(unsigned int, GetBufferLen, media.planes.width * media.planes.height * 3 / 2)
    unsigned int GetAlphaBufferLen() override { return 0; }
    READ(bool, IsLimitedI420, media.format == PS_FORMAT_I420_LIMITED)
    READ(unsigned int, GetStreamWidth, media.planes.width)
    READ(unsigned int, GetStreamHeight, media.planes.height)
    READ(unsigned int, GetRotation, media.rotation)
    unsigned int GetSourceID() override { return source; }
    READ(unsigned long long, GetTimeStamp, media.time / 1000000)

    std::atomic<unsigned int> source{0};

private:
    char* plane(int index) {
        return read("GetBuffer", [=](ps_received_frame& frame) {
            return reinterpret_cast<char*>(frame.planes.data[index]);
        });
    }
};

class Block final : public RawData<Block, AudioRawData, ps_received_audio> {
public:
    char* GetBuffer() override {
        // The interface's buffers are not const; a client must not write.
        return read("GetBuffer", [](ps_received_audio& block) {
            return const_cast<char*>(reinterpret_cast<const char*>(block.samples));
        });
    }
    READ(unsigned int, GetBufferLen, media.sample_count * media.channels * 2)
    READ(unsigned int, GetSampleRate, media.sample_rate)
    READ(unsigned int, GetChannelNum, media.channels)
    READ(unsigned long long, GetTimeStamp, media.time / 1000000)
};

}  // namespace MEETINGSDK
