import Containers
import GStreamer
import StudioCore

/// What to do about a file that cannot be decoded.
enum FileRemedy {
    /// Decoders that stand for a package, in the order in which packages are named.
    private static let packages = [
        ("gstreamer1.0-libav", "avdec_h264"), ("gstreamer1.0-plugins-bad", "h264parse"),
        ("gstreamer1.0-plugins-ugly", "a52dec"),
    ]

    /// For a codec without a decoder: the packages that are not installed, or a conversion.
    static func forMissingDecoder(_ path: String, isOnlyAudio: Bool) -> String {
        forMissingDecoder(path, isOnlyAudio: isOnlyAudio) { ElementFactory($0) != nil }
    }

    static func forMissingDecoder(
        _ path: String, isOnlyAudio: Bool, isInstalled: (_ element: String) -> Bool
    ) -> String {
        let missing = packages.filter { !isInstalled($0.1) }.map(\.0)
        return missing.isEmpty
            ? conversion(path, isOnlyAudio: isOnlyAudio) : "apt-get install \(missing.joined(separator: " "))"
    }

    /// For a file that is recognised and not decoded.
    ///
    /// - Parameters:
    ///   - path: the path in messages.
    ///   - location: the path that is opened.
    static func forUndecoded(_ path: String, at location: String, isOnlyAudio: Bool) -> String {
        let conversion = conversion(path, isOnlyAudio: isOnlyAudio)
        return switch TruncationCheck.missingBytes(of: location) {
        case 0: conversion
        case nil: "check that the file is complete, or \(conversion)"
        default: "check that the file is complete"
        }
    }

    static func conversion(_ path: String, isOnlyAudio: Bool) -> String {
        "convert it: ffmpeg -i \(path) \(isOnlyAudio ? "audio.wav" : "clip.mp4")"
    }
}
