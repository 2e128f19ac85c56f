// The functions of raw data.
//
// Part of psstudio, an emulator of the interface. This is not the vendor's file; names, order and values are the
// interface's, so that a client of it compiles unchanged.

#ifndef PSSTUDIO_MEETINGSDK_RAWDATA_ZOOM_RAWDATA_API_H
#define PSSTUDIO_MEETINGSDK_RAWDATA_ZOOM_RAWDATA_API_H

#include "zoom_sdk_def.h"

BEGIN_ZOOM_SDK_NAMESPACE

class IZoomSDKVideoSourceHelper;
class IZoomSDKRenderer;
class IZoomSDKAudioRawDataHelper;
class IZoomSDKRendererDelegate;
class IZoomSDKShareSourceHelper;

extern "C" {

/// True from InitSDK to CleanUPSDK.
SDK_API bool HasRawdataLicense() PSSTUDIO_MEETINGSDK_SYMBOL("HasRawdataLicense");

/// Helpers live from InitSDK to CleanUPSDK; outside of that each is null.
SDK_API IZoomSDKVideoSourceHelper* GetRawdataVideoSourceHelper()
    PSSTUDIO_MEETINGSDK_SYMBOL("GetRawdataVideoSourceHelper");
SDK_API IZoomSDKShareSourceHelper* GetRawdataShareSourceHelper()
    PSSTUDIO_MEETINGSDK_SYMBOL("GetRawdataShareSourceHelper");
SDK_API IZoomSDKAudioRawDataHelper* GetAudioRawdataHelper() PSSTUDIO_MEETINGSDK_SYMBOL("GetAudioRawdataHelper");

/// A renderer receives frames of one participant or share; a client may have many.
SDK_API SDKError createRenderer(IZoomSDKRenderer** renderer, IZoomSDKRendererDelegate* delegate)
    PSSTUDIO_MEETINGSDK_SYMBOL("createRenderer");
SDK_API SDKError destroyRenderer(IZoomSDKRenderer* renderer) PSSTUDIO_MEETINGSDK_SYMBOL("destroyRenderer");

}  // extern "C"

END_ZOOM_SDK_NAMESPACE

#endif
