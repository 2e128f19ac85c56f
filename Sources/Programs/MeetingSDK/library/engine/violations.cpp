#include "engine/violations.h"

#include <cctype>
#include <cstdlib>

namespace MEETINGSDK {

namespace {

/// Reads JSON from the left to the right.
class Reader {
public:
    explicit Reader(const std::string& newText) : text(newText) {}

    bool take(char wanted) {
        skipSpace();
        if (position >= text.size() || text[position] != wanted) return false;
        ++position;
        return true;
    }

    bool takeText(std::string& to) {
        to.clear();
        if (!take('"')) return false;
        while (position < text.size() && text[position] != '"') {
            if (text[position] != '\\') to += text[position++];
            else if (!takeEscape(to)) return false;
        }
        return take('"');
    }

    /// A number, or a boolean.
    bool takeWord(std::string& to) {
        skipSpace();
        const size_t begin = position;
        while (position < text.size() && (std::isalnum(static_cast<unsigned char>(text[position])) ||
                                          text[position] == '-' || text[position] == '.')) ++position;
        to = text.substr(begin, position - begin);
        return !to.empty();
    }

private:
    void skipSpace() {
        while (position < text.size() && std::isspace(static_cast<unsigned char>(text[position]))) ++position;
    }

    bool takeEscape(std::string& to) {
        if (position + 1 >= text.size()) return false;
        const char kind = text[position + 1];
        position += 2;
        switch (kind) {
        case 'n': to += '\n'; return true;
        case 't': to += '\t'; return true;
        case 'r': to += '\r'; return true;
        case 'b': to += '\b'; return true;
        case 'f': to += '\f'; return true;
        case 'u': return takeUnit(to);
        default: to += kind; return true;
        }
    }

    /// The encoder writes control characters so, and everything else in UTF-8.
    bool takeUnit(std::string& to) {
        if (position + 4 > text.size()) return false;
        const unsigned long unit = std::strtoul(text.substr(position, 4).c_str(), nullptr, 16);
        position += 4;
        if (unit >= 0x80) return false;
        to += static_cast<char>(unit);
        return true;
    }

    const std::string& text;
    size_t position = 0;
};

bool readField(Reader& reader, RecordedViolation& violation) {
    std::string name, word;
    if (!reader.takeText(name) || !reader.take(':')) return false;
    if (name == "rule") return reader.takeText(violation.rule);
    if (name == "code") return reader.takeText(violation.code);
    if (name == "message") return reader.takeText(violation.message);
    if (!reader.takeWord(word)) return false;
    if (name == "count") violation.count = std::atoi(word.c_str());
    if (name == "isRefusal") violation.isRefusal = word == "true";
    return true;
}

}  // namespace

bool readViolations(const std::string& json, std::vector<RecordedViolation>& list) {
    Reader reader(json);
    if (!reader.take('[')) return false;
    if (reader.take(']')) return true;
    do {
        RecordedViolation violation;
        if (!reader.take('{')) return false;
        do {
            if (!readField(reader, violation)) return false;
        } while (reader.take(','));
        if (!reader.take('}')) return false;
        list.push_back(violation);
    } while (reader.take(','));
    return reader.take(']');
}

}  // namespace MEETINGSDK
