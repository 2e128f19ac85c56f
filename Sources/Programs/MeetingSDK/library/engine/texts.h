// Texts of the interface, which are char or wchar_t, and of psstudio.h, which are UTF-8.

#pragma once

#include <string>

#include "engine/mutex.h"
#include "zoom_sdk_def.h"

namespace MEETINGSDK {

using namespace ZOOM_SDK_NAMESPACE;

/// The text in the interface's form. It lives until the process ends, because clients keep such pointers; equal texts
/// are the same pointer.
const zchar_t* lasting(const std::string& text);

/// The text in UTF-8; an empty one for null.
std::string utf8(const zchar_t* text);

/// A text in the interface's form.
using Text = std::basic_string<zchar_t>;
Text native(const std::string& text);

/// Whether the text is null, or has bytes or units that are no text.
bool isBroken(const zchar_t* text);

/// A number as text.
std::string decimal(uint64_t number);

/// The text in an array that is freed with delete[].
zchar_t* newText(const std::string& text);

}  // namespace MEETINGSDK
