// The action on a shared window; named for the branch WIN32.
//
// Part of psstudio, an emulator of the interface. This is not the vendor's file; names, order and values are the
// interface's, so that a client of it compiles unchanged.

#ifndef PSSTUDIO_MEETINGSDK_CUSTOMIZED_UI_CUSTOMIZED_SHARE_RENDER_H
#define PSSTUDIO_MEETINGSDK_CUSTOMIZED_UI_CUSTOMIZED_SHARE_RENDER_H

#include "psstudio/names/customized_ui/customized_share_render.h"
#include "zoom_sdk_def.h"

#if defined(WIN32)

BEGIN_ZOOM_SDK_NAMESPACE

class ICustomizedShareRenderEvent {
public:
    virtual void onSharingContentStartReceiving() {}
    virtual void onSharingSourceNotification(unsigned int /*shareSourceId*/) {}
    virtual void onWindowMsgNotification(UINT /*msg*/, WPARAM /*wParam*/, LPARAM /*lParam*/) {}
};

class IShareActionBase {
public:
    virtual SDKError Show() = 0;
    virtual SDKError Hide() = 0;
    virtual HWND GetOwnerWnd() = 0;
    virtual ~IShareActionBase() {}
};

class ICustomizedShareRender : public IShareActionBase {
public:
    virtual SDKError SetEvent(ICustomizedShareRenderEvent* event) = 0;
    virtual SDKError SetShareSourceID(unsigned int shareSourceId) = 0;
    virtual unsigned int GetShareSourceID() = 0;
    virtual SDKError Resize(RECT rc) = 0;
    virtual SDKError SetViewMode(CustomizedViewShareMode mode) = 0;
    virtual SDKError HandleWindowsMoveMsg() = 0;
    virtual ~ICustomizedShareRender() {}
};

class IShareActionEvent {
public:
    virtual void onSharingContentStartReceiving() {}
    virtual void onWindowMsgNotification(UINT /*msg*/, WPARAM /*wParam*/, LPARAM /*lParam*/) {}
    virtual void onActionBeforeDestroyed(const unsigned int /*sharingId*/) {}
    virtual ~IShareActionEvent() {}
};

class IShareAction : public IShareActionBase {
public:
    virtual SDKError SetEvent(IShareActionEvent* event) = 0;
    virtual SDKError Reposition(RECT rc, HWND parentWnd = nullptr) = 0;
    virtual unsigned int GetSharingID() = 0;
    virtual const zchar_t* GetSharingUserName() = 0;
    virtual SDKError Subscribe() = 0;
    virtual SDKError Unsubscribe() = 0;
    virtual ~IShareAction() {}
};

END_ZOOM_SDK_NAMESPACE

#endif

#endif
