#include "engine/texts.h"

#include <cstdio>
#include <set>

namespace MEETINGSDK {

namespace {

#if defined(WIN32)
// wchar_t has 32 bits here.
Text decoded(const std::string& text) {
    Text result;
    for (size_t i = 0; i < text.size();) {
        const unsigned char lead = static_cast<unsigned char>(text[i]);
        const size_t length = lead < 0x80 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
        uint32_t scalar = length == 1 ? lead : lead & (0x7Fu >> length);
        for (size_t k = 1; k < length && i + k < text.size(); ++k) scalar = scalar << 6 | (text[i + k] & 0x3F);
        result.push_back(static_cast<wchar_t>(scalar));
        i += length;
    }
    return result;
}

std::string encoded(const wchar_t* text) {
    std::string result;
    for (; *text; ++text) {
        const uint32_t scalar = static_cast<uint32_t>(*text);
        if (scalar < 0x80) {
            result.push_back(static_cast<char>(scalar));
        } else if (scalar < 0x800) {
            result.push_back(static_cast<char>(0xC0 | scalar >> 6));
            result.push_back(static_cast<char>(0x80 | (scalar & 0x3F)));
        } else if (scalar < 0x10000) {
            result.push_back(static_cast<char>(0xE0 | scalar >> 12));
            result.push_back(static_cast<char>(0x80 | (scalar >> 6 & 0x3F)));
            result.push_back(static_cast<char>(0x80 | (scalar & 0x3F)));
        } else {
            result.push_back(static_cast<char>(0xF0 | (scalar >> 18 & 0x07)));
            result.push_back(static_cast<char>(0x80 | (scalar >> 12 & 0x3F)));
            result.push_back(static_cast<char>(0x80 | (scalar >> 6 & 0x3F)));
            result.push_back(static_cast<char>(0x80 | (scalar & 0x3F)));
        }
    }
    return result;
}
#else
const Text& decoded(const std::string& text) { return text; }
std::string encoded(const char* text) { return text; }
#endif

#if defined(WIN32)
bool isValid(const wchar_t* text) {
    for (; *text; ++text) {
        const uint32_t scalar = static_cast<uint32_t>(*text);
        if (scalar > 0x10FFFF || (scalar >= 0xD800 && scalar < 0xE000)) return false;
    }
    return true;
}
#else
bool isValid(const char* text) {
    while (*text) {
        const unsigned char lead = static_cast<unsigned char>(*text);
        const int length = lead < 0x80 ? 1 : lead < 0xC2 ? 0 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : lead < 0xF5 ? 4 : 0;
        if (length == 0) return false;
        uint32_t scalar = length == 1 ? lead : lead & (0x7Fu >> length);
        for (int i = 1; i < length; ++i) {
            const unsigned char next = static_cast<unsigned char>(text[i]);
            if ((next & 0xC0) != 0x80) return false;
            scalar = scalar << 6 | (next & 0x3F);
        }
        const bool isShortest = length < 3 || scalar >= (length == 3 ? 0x800u : 0x10000u);
        if (!isShortest || scalar > 0x10FFFF || (scalar >= 0xD800 && scalar < 0xE000)) return false;
        text += length;
    }
    return true;
}
#endif

}  // namespace

const zchar_t* lasting(const std::string& text) {
    // Reachable until the end, also for clients that use a text while the process ends.
    static Mutex* mutex = new Mutex();
    static std::set<Text>* texts = new std::set<Text>();
    const std::lock_guard<Mutex> lock(*mutex);
    return texts->insert(decoded(text)).first->c_str();
}

Text native(const std::string& text) { return decoded(text); }

bool isBroken(const zchar_t* text) { return !text || !isValid(text); }

std::string utf8(const zchar_t* text) { return text ? encoded(text) : std::string(); }

std::string decimal(uint64_t number) {
    // std::to_string has a unique symbol, which the two branches would share.
    char text[24];
    std::snprintf(text, sizeof text, "%llu", static_cast<unsigned long long>(number));
    return text;
}

zchar_t* newText(const std::string& text) {
    const Text source = decoded(text);
    zchar_t* copy = new zchar_t[source.size() + 1];
    std::memcpy(copy, source.c_str(), (source.size() + 1) * sizeof(zchar_t));
    return copy;
}

}  // namespace MEETINGSDK
