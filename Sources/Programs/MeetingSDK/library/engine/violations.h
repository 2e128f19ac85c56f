// The violations of psstudio.h, which are JSON.

#pragma once

#include <string>
#include <vector>

namespace MEETINGSDK {

struct RecordedViolation {
    std::string rule, code, message;
    int count = 0;
    bool isRefusal = false;
};

/// Reads an array of objects whose values are texts, numbers and booleans; false if the text is not one.
bool readViolations(const std::string& json, std::vector<RecordedViolation>& list);

}  // namespace MEETINGSDK
