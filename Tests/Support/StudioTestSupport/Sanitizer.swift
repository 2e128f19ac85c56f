import Glibc

/// The address or the thread sanitizer of the process. Both keep memory that was freed.
package enum Sanitizer {
    package static let isPresent = {
        let names: [String] = ["__asan_init", "__tsan_init"]
        return names.contains { dlsym(nil, $0) != nil }
    }()
}
