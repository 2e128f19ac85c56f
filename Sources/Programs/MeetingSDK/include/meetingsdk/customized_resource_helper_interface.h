// Texts and addresses of the interface; named for the branch WIN32.
//
// Part of psstudio, an emulator of the interface. This is not the vendor's file; names, order and values are the
// interface's, so that a client of it compiles unchanged.

#ifndef PSSTUDIO_MEETINGSDK_CUSTOMIZED_RESOURCE_HELPER_INTERFACE_H
#define PSSTUDIO_MEETINGSDK_CUSTOMIZED_RESOURCE_HELPER_INTERFACE_H

#include "psstudio/names/customized_resource_helper_interface.h"
#include "zoom_sdk_def.h"

BEGIN_ZOOM_SDK_NAMESPACE

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
