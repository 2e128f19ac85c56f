import ArgumentParser
import SessionProtocol
import Testing

@testable import StudioScenario
@testable import psstudio

/// A configuration file sets the properties of `psstudio start` directly.
@Suite(.endToEnd)
struct OptionPropertyTests {
    @Test("each option has one property")
    func complete() {
        let properties = StartCommand.properties
        #expect(properties.map(\.key.name).sorted() == SessionOption.all.map(\.name).sorted())
        #expect(Set(properties.map(\.value)).count == properties.count)
    }

    @Test("a file sets the property of each option")
    func every() throws {
        let plain = try StartCommand.parse([])
        for (key, property) in StartCommand.properties {
            let file = try ConfigurationFile(text: "\(key.name): \(example(key.shape))", name: "a.yaml")
            var options = plain
            try options.set(key, from: file)
            let (before, after) = ("\(plain[keyPath: property])", "\(options[keyPath: property])")
            #expect(before != after, "\(key.name)")
            // Nothing else changes.
            for (other, property) in StartCommand.properties where other.name != key.name {
                #expect("\(plain[keyPath: property])" == "\(options[keyPath: property])", "\(key.name), \(other.name)")
            }
        }
    }

    @Test(
        "the command line and a file have the same values",
        arguments: [
            ("fps", "30000/1001"), ("fps", "29.97"), ("bitrate", "2500k"), ("bitrate", "1.5M"), ("minFree", "1.5G"),
            ("duration", "1m30s"), ("duration", "0:01:30"), ("width", "1280"), ("role", "cohost"), ("seed", "7"),
            ("serve", "127.0.0.1:7788"), ("serve", "7788"), ("out", "show.mp4"), ("preset", "medium"),
            ("audioRate", "32000"), ("hlsWindow", "all"), ("format", "i420-full"), ("matrix", "bt601"),
        ])
    func same(_ name: String, _ text: String) throws {
        let key = try #require(SessionOption.named(name))
        let property = try #require(StartCommand.properties.first { $0.key.name == name }?.value)
        var options = try StartCommand.parse([])
        try options.set(key, from: ConfigurationFile(text: "\(name): \(text)", name: "a.yaml"))
        let parsed = try StartCommand.parse(["\(key.option)=\(text)"])
        #expect("\(options[keyPath: property])" == "\(parsed[keyPath: property])")
    }

    @Test("the words of options are those of the table")
    func words() {
        #expect(FormatArgument.allValueStrings == SessionOption.format.words)
        #expect(MatrixArgument.allValueStrings == SessionOption.matrix.words)
        #expect(RoleArgument.allValueStrings == SessionOption.role.words)
    }

    @Test(
        "both refuse the same bit rates",
        arguments: ["3T", "999", "1e6", "-2M", "0x10k", "nan", "2049M", "M", ""])
    func bitrates(_ text: String) {
        #expect(BitrateArgument(argument: text) == nil)
        #expect(throws: ConfigurationError.self) { try ConfigurationFile(text: "bitrate: '\(text)'", name: "a.yaml") }
    }

    private func example(_ shape: Shape) -> String {
        switch shape {
        case .flag: "true"
        case .integer: "64"
        case .word(let words, _): words.last ?? ""
        case .duration: "12s"
        case .texts: "[x]"
        case .list: "[{output: 1}]"
        case .form(.rate): "25"
        case .form(.bitrate): "2M"
        case .form(.space): "2G"
        case .form(.listenAddress): "7788"
        case .form: "3"
        default: "x"
        }
    }
}
