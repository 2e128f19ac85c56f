// Texts and addresses of the interface; named for the branch WIN32.
//
// Part of psstudio, an emulator of the interface. This is not the vendor's file; names, order and values are the
// interface's, so that a client of it compiles unchanged.

#ifndef PSSTUDIO_MEETINGSDK_CUSTOMIZED_RESOURCE_HELPER_INTERFACE_H
#define PSSTUDIO_MEETINGSDK_CUSTOMIZED_RESOURCE_HELPER_INTERFACE_H

#include "zoom_sdk_def.h"

BEGIN_ZOOM_SDK_NAMESPACE

enum SDKCustomizedStringType {
    SDK_Customized_LiveStream_MenuString_LiveOn_String = 0,
    SDK_Customized_LiveStream_MenuString_LiveView_String = 1,
    SDK_Customized_LiveStream_MenuString_LiveStop_String = 2,
    SDK_Customized_Title_App = 3,
    SDK_Customized_Title_ZoomVideo = 4,
    SDK_Customized_Title_FreeZoomVideo = 5,
    SDK_Customized_Title_ViewOnly_FreeZoomVideo = 6,
};

enum SDKCustomizedURLType {
    SDKCustomizedURL_VITRULBG_HELP = 0,
    SDKCustomizedURL_VITRULBG_LEARN_MORE = 1,
    SDKCustomizedURL_SUPPORTURL = 2,
};

class ICustomizedResourceHelper {
public:
    virtual SDKError AddCustomizedPictureResource(const zchar_t* key, const zchar_t* absoluteResourcePath) = 0;
    virtual SDKError AddCustomizedStringResource(SDKCustomizedStringType customizedType,
        const zchar_t* customizedString) = 0;
    virtual SDKError AddCustomizedURLResource(SDKCustomizedURLType customizedType,
        const zchar_t* customizedUrl) = 0;
};

END_ZOOM_SDK_NAMESPACE

#endif
