// Reactions; named for the branch WIN32.
//
// Part of psstudio, an emulator of the interface. This is not the vendor's file; names, order and values are the
// interface's, so that a client of it compiles unchanged.

#ifndef PSSTUDIO_MEETINGSDK_MEETING_SERVICE_COMPONENTS_MEETING_EMOJI_REACTION_INTERFACE_H
#define PSSTUDIO_MEETINGSDK_MEETING_SERVICE_COMPONENTS_MEETING_EMOJI_REACTION_INTERFACE_H

#include "zoom_sdk_def.h"

BEGIN_ZOOM_SDK_NAMESPACE

enum tagSDKEmojiReactionType {
    SDKEmojiReactionType_None = 0,
    SDKEmojiReactionType_Clap = 1,
    SDKEmojiReactionType_Thumbsup = 2,
    SDKEmojiReactionType_Heart = 3,
    SDKEmojiReactionType_Joy = 4,
    SDKEmojiReactionType_Openmouth = 5,
    SDKEmojiReactionType_Tada = 6,
};
typedef enum tagSDKEmojiReactionType SDKEmojiReactionType;

enum tagSDKEmojiReactionDisplayType {
    SDKEmojiReactionDisplayType_None = 0,
    SDKEmojiReactionDisplayType_Full = 1,
    SDKEmojiReactionDisplayType_Medium = 2,
    SDKEmojiReactionDisplayType_Hidden = 3,
};
typedef enum tagSDKEmojiReactionDisplayType SDKEmojiReactionDisplayType;

enum tagSDKEmojiFeedbackType {
    SDKEmojiFeedbackType_None = 0,
    SDKEmojiFeedbackType_Yes = 1,
    SDKEmojiFeedbackType_No = 2,
    SDKEmojiFeedbackType_SpeedUp = 3,
    SDKEmojiFeedbackType_SlowDown = 4,
    SDKEmojiFeedbackType_Away = 5,
};
typedef enum tagSDKEmojiFeedbackType SDKEmojiFeedbackType;

class IEmojiReactionControllerEvent {
public:
    virtual ~IEmojiReactionControllerEvent() {}
    virtual void OnEmojiReactionReceived(unsigned int /*senderId*/, SDKEmojiReactionType /*type*/) {}
    virtual void OnEmojiReactionReceivedInWebinar(SDKEmojiReactionType /*type*/) {}
    virtual void OnEmojiFeedbackReceived(unsigned int /*senderId*/, SDKEmojiFeedbackType /*type*/) {}
    virtual void OnEmojiFeedbackCanceled(unsigned int /*senderId*/) {}
};

class IEmojiReactionController {
public:
    virtual SDKError SetEvent(IEmojiReactionControllerEvent* event) = 0;
    virtual bool IsEmojiReactionEnabled() = 0;
    virtual SDKError SendEmojiReaction(SDKEmojiReactionType type) = 0;
    virtual SDKError SetWebinarEmojiReactionDisplayType(SDKEmojiReactionDisplayType type) = 0;
    virtual SDKEmojiReactionDisplayType GetWebinarEmojiReactionDisplayType() = 0;
    virtual SDKError SendEmojiFeedback(SDKEmojiFeedbackType type) = 0;
    virtual SDKError CancelEmojiFeedback() = 0;
};

END_ZOOM_SDK_NAMESPACE

#endif
