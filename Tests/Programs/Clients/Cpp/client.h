// What the clients share: a way into a meeting, time limits, and a producer with deadlines. They run GLib's default main loop.
#pragma once

#include <auth_service_interface.h>
#include <glib.h>
#include <meeting_service_interface.h>
#include <zoom_sdk.h>

#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <mutex>
#include <thread>

USING_ZOOM_SDK_NAMESPACE

/// Calls a function on a thread of its own, each time an interval has passed since the beginning, with the number of the interval.
class Producer {
public:
    /// With `leavesOut`, intervals that are late are left out; otherwise they follow at once.
    explicit Producer(bool leavesOut) : leavesOut(leavesOut) {}
    ~Producer() { stop(); }

    void start(std::chrono::nanoseconds interval, std::function<void(long)> produce) {
        stop();
        isStopped = false;
        thread = std::thread([=] { run(interval, produce); });
    }

    /// The function is not called any more when it returns.
    void stop() {
        {
            const std::lock_guard<std::mutex> lock(mutex);
            isStopped = true;
        }
        changed.notify_all();
        if (thread.joinable()) thread.join();
    }

    bool isRunning() const { return thread.joinable(); }

private:
    void run(std::chrono::nanoseconds interval, const std::function<void(long)>& produce) {
        const auto beginning = std::chrono::steady_clock::now();
        for (long number = 0;;) {
            produce(number);
            const long due = (std::chrono::steady_clock::now() - beginning) / interval;
            number = leavesOut && due > number + 1 ? due : number + 1;
            std::unique_lock<std::mutex> lock(mutex);
            if (changed.wait_until(lock, beginning + number * interval, [this] { return isStopped; })) return;
        }
    }

    const bool leavesOut;
    std::mutex mutex;
    std::condition_variable changed;
    bool isStopped = true;
    std::thread thread;
};

/// A client that joins a meeting, and leaves it after a while.
class Client : public IAuthServiceEvent, public IMeetingServiceEvent {
public:
    Client(const char* name, double seconds) : name(name), seconds(seconds) {}
    virtual ~Client() = default;

    int run() {
        begin();
        if (!hasQuit) g_main_loop_run(loop);
        end();
        if (meeting) DestroyMeetingService(meeting);
        if (authentication) DestroyAuthService(authentication);
        CleanUPSDK();
        g_main_loop_unref(loop);
        return 0;
    }

protected:
    /// The controllers exist.
    virtual void prepare() {}
    /// The client is in the meeting, or in another room.
    virtual void arrive() = 0;
    /// It is in no room, and may come back.
    virtual void wait() {}
    /// It is about to leave.
    virtual void depart() {}
    /// The main loop has ended.
    virtual void end() {}

    void quit(const char* reason) {
        if (!hasQuit) std::printf("%s\n", reason);
        hasQuit = true;
        g_main_loop_quit(loop);
    }

    /// Limits the time of a step, instead of an earlier limit.
    void limit(double time, std::function<void()> body) {
        clearLimit();
        atLimit = std::move(body);
        timer = g_timeout_add(static_cast<guint>(time * 1000), [](gpointer self) -> gboolean {
            auto* const client = static_cast<Client*>(self);
            client->timer = 0;
            // It may set another one.
            const std::function<void()> body = client->atLimit;
            body();
            return G_SOURCE_REMOVE;
        }, this);
    }
    void clearLimit() {
        if (timer) g_source_remove(timer);
        timer = 0;
    }

    void leave(const char* reason) {
        if (isLeaving) return;
        std::printf("%s\n", reason);
        isLeaving = true;
        depart();
        if (hasFailed || meeting->Leave(LEAVE_MEETING) != SDKERR_SUCCESS) return quit("there is nothing to leave");
        limit(2, [this] { quit("the meeting does not end"); });
    }

    IMeetingService* meeting = nullptr;
    bool isLeaving = false;

private:
    void begin() {
        InitParam parameters;
        parameters.strWebDomain = "https://zoom.us";
        if (InitSDK(parameters) != SDKERR_SUCCESS) return quit("init failed");
        if (CreateAuthService(&authentication) != SDKERR_SUCCESS) return quit("no service");
        if (CreateMeetingService(&meeting) != SDKERR_SUCCESS) return quit("no service");
        authentication->SetEvent(this);
        meeting->SetEvent(this);
        limit(2, [this] { quit("the service does not answer"); });
        AuthContext context;
        context.jwt_token = "token";
        if (authentication->SDKAuth(context) != SDKERR_SUCCESS) quit("the authentication was rejected");
    }

    void onAuthenticationReturn(AuthResult result) override {
        if (result != AUTHRET_SUCCESS) return quit("the authentication failed");
        prepare();
        g_timeout_add(static_cast<guint>(seconds * 1000), [](gpointer self) -> gboolean {
            static_cast<Client*>(self)->leave("the time is over");
            return G_SOURCE_REMOVE;
        }, this);
        join();
    }

    void join() {
        hasFailed = false;
        JoinParam parameters;
        parameters.param.withoutloginuserJoin.meetingNumber = 123456789;
        parameters.param.withoutloginuserJoin.userName = name;
        parameters.param.withoutloginuserJoin.isVideoOff = true;
        if (meeting->Join(parameters) != SDKERR_SUCCESS) return quit("joining was rejected");
        limit(5, [this] { leave("the meeting does not answer"); });
    }

    void onMeetingStatusChanged(MeetingStatus status, int reason) override {
        switch (status) {
        case MEETING_STATUS_INMEETING:
            // It is reported again after a lost connection.
            if (isIn) break;
            isIn = true;
            clearLimit();
            if (!isLeaving) arrive();
            break;
        case MEETING_STATUS_JOIN_BREAKOUT_ROOM: case MEETING_STATUS_LEAVE_BREAKOUT_ROOM:
            wait();
            if (!isLeaving) limit(0.2, [this] { arrive(); });
            break;
        case MEETING_STATUS_IN_WAITING_ROOM:
            isIn = false;
            clearLimit();
            wait();
            break;
        case MEETING_STATUS_FAILED: fail(reason); break;
        case MEETING_STATUS_ENDED:
            // After a failure, an end says nothing: the client tries again.
            if (!hasFailed) quit("the meeting is over");
            break;
        default: break;
        }
    }

    /// Who is not authorised yet may be so later.
    void fail(int reason) {
        if (reason != MEETING_FAIL_AUTHORIZED_USER_NOT_INMEETING) return quit("joining failed");
        hasFailed = true;
        limit(pause, [this] { join(); });
        pause *= 2;
    }

    const char* const name;
    const double seconds;
    double pause = 4;
    GMainLoop* const loop = g_main_loop_new(nullptr, FALSE);
    IAuthService* authentication = nullptr;
    std::function<void()> atLimit;
    guint timer = 0;
    bool isIn = false, hasFailed = false, hasQuit = false;
};

/// The argument of a client, in seconds.
inline double seconds(int count, char** arguments) { return count > 1 ? std::atof(arguments[1]) : 3; }
