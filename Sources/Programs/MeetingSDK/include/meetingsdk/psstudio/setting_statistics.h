// Statistics.
//
// Part of psstudio, an emulator of the interface. This is not the vendor's file; names, order and values are the
// interface's, so that a client of it compiles unchanged.

#ifndef PSSTUDIO_MEETINGSDK_PSSTUDIO_SETTING_STATISTICS_H
#define PSSTUDIO_MEETINGSDK_PSSTUDIO_SETTING_STATISTICS_H

#include "zoom_sdk_def.h"

BEGIN_ZOOM_SDK_NAMESPACE

enum SettingsNetWorkType {
    SETTINGS_NETWORK_WIRED = 0,
    SETTINGS_NETWORK_WIFI = 1,
    SETTINGS_NETWORK_PPP = 2,
    SETTINGS_NETWORK_3G = 3,
    SETTINGS_NETWORK_OTHERS = 4,
    SETTINGS_NETWORK_UNKNOWN = -1,
};

enum SettingConnectionType {
    SETTINGS_CONNECTION_TYPE_CLOUD = 0,
    SETTINGS_CONNECTION_TYPE_DIRECT = 1,
    SETTINGS_CONNECTION_TYPE_UNKNOWN = -1,
};

struct tagOverallStatisticInfo {
    SettingsNetWorkType net_work_type_ = SETTINGS_NETWORK_UNKNOWN;
    SettingConnectionType connection_type_ = SETTINGS_CONNECTION_TYPE_UNKNOWN;
    const zchar_t* proxy_addr_ = nullptr;
};
typedef struct tagOverallStatisticInfo OverallStatisticInfo;

struct tagAudioSessionStatisticInfo {
    int frequency_send_ = 0;
    int frequency_recv_ = 0;
    int latency_send_ = 0;
    int latency_recv_ = 0;
    int jitter_send_ = 0;
    int jitter_recv_ = 0;
    float packetloss_send_ = 0;
    float packetloss_recv_ = 0;
};
typedef struct tagAudioSessionStatisticInfo AudioSessionStatisticInfo;

struct tagASVSessionStatisticInfo {
    int latency_send_ = 0;
    int latency_recv_ = 0;
    int jitter_send_ = 0;
    int jitter_recv_ = 0;
    float packetloss_send_max_ = 0;
    float packetloss_recv_max_ = 0;
    float packetloss_send_avg_ = 0;
    float packetloss_recv_avg_ = 0;
    int resolution_send_ = 0;
    int resolution_recv_ = 0;
    int fps_send_ = 0;
    int fps_recv_ = 0;
};
typedef struct tagASVSessionStatisticInfo ASVSessionStatisticInfo;

class IStatisticSettingContext {
public:
    virtual SDKError QueryOverallStatisticInfo(OverallStatisticInfo& info) = 0;
    virtual SDKError QueryAudioStatisticInfo(AudioSessionStatisticInfo& info) = 0;
    virtual SDKError QueryVideoStatisticInfo(ASVSessionStatisticInfo& info) = 0;
    virtual SDKError QueryShareStatisticInfo(ASVSessionStatisticInfo& info) = 0;
};

END_ZOOM_SDK_NAMESPACE

#endif
