// Reactions; named for the branch WIN32.
//
// Part of psstudio, an emulator of the interface. This is not the vendor's file; names, order and values are the
// interface's, so that a client of it compiles unchanged.

#ifndef PSSTUDIO_MEETINGSDK_MEETING_SERVICE_COMPONENTS_MEETING_EMOJI_REACTION_INTERFACE_H
#define PSSTUDIO_MEETINGSDK_MEETING_SERVICE_COMPONENTS_MEETING_EMOJI_REACTION_INTERFACE_H

#include "psstudio/names/meeting_service_components/meeting_emoji_reaction_interface.h"
#include "zoom_sdk_def.h"

BEGIN_ZOOM_SDK_NAMESPACE

typedef enum tagSDKEmojiReactionType SDKEmojiReactionType;

typedef enum tagSDKEmojiReactionDisplayType SDKEmojiReactionDisplayType;

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
