import Foundation
import GStreamer
import MediaOutputs
import StudioTestSupport
import Testing

@testable import PipelineFiles
@testable import SystemChecks

@Suite("Requirements of the pipelines")
struct RequirementTests {
    private static let folder = PackageFolder.url("pipelines/files")

    private static func head(of file: PipelineFile) throws -> String {
        let text = try String(contentsOf: folder.appendingPathComponent("\(file.name).pipeline"), encoding: .utf8)
        return text.split(separator: "\n").prefix { $0.hasPrefix("#") }.map { $0.dropFirst() }.joined(separator: " ")
    }

    @Test("the list contains every file in the folder with its text")
    func all() throws {
        let names = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path)
            .filter { $0.hasSuffix(".pipeline") }.map { String($0.dropLast(".pipeline".count)) }
        #expect(PipelineFiles.all.map(\.name).sorted() == names.sorted())
        for file in PipelineFiles.all {
            let url = Self.folder.appendingPathComponent("\(file.name).pipeline")
            let lines = try String(contentsOf: url, encoding: .utf8).split(separator: "\n").filter {
                !$0.hasPrefix("#")
            }
            #expect(file.text == lines.joined(separator: " "), "\(file.name)")
        }
    }

    @Test("elements are distinguished from caps, properties, links and pads")
    func elements() {
        let text = """
            flvmux name=mux streamable=true ! rtmp2sink name=sink sync=false appsrc name=video ! mux.video \
            udpsrc ! video/mpegts,systemstream=true ! tee name=t t. ! queue ! mux. appsrc name=audio ! mux.audio
            """
        let file = PipelineFile(name: "any", text: text)
        #expect(file.elements == ["flvmux", "rtmp2sink", "appsrc", "udpsrc", "tee", "queue"])
    }

    @Test("every element in a pipeline has the package named in the file's head", arguments: PipelineFiles.all)
    func packages(_ file: PipelineFile) throws {
        #expect(!file.elements.isEmpty)
        let needs = try #require(try Self.head(of: file).components(separatedBy: "Needs").last)
        for element in file.elements {
            let package = try #require(PluginPackages.package(of: element), "\(element) of \(file.name)")
            // "appsrc, appsink (package)": the first parenthesis after an element contains its package.
            let behind = try #require(needs.range(of: "\\b\(element)\\b", options: .regularExpression))
            let parenthesis = needs[behind.upperBound...].drop { $0 != "(" }.dropFirst().prefix { $0 != ")" }
            #expect(parenthesis.contains(package), "\(element) of \(file.name)")
        }
    }

    @Test("the system check covers every pipeline and features without one")
    func parts() {
        let outputs = Requirement.all.filter { $0.group == .outputs }.map(\.name)
        #expect(outputs == OutputRegistry.standard.samples.compactMap(\.form.part), "the order of the help")
        #expect(
            Set(outputs).isSuperset(of: [
                "mp4", "mkv", "flv", "ts", "rtmp", "rtmps", "hls", "udp", "srt", "y4m", "null",
            ]))
        for stream in ["ts", "hls", "udp", "srt"] {
            #expect(
                Requirement.all.first { $0.group == .outputs && $0.name == stream }?.elements
                    == PipelineFiles.muxTS.elements)
        }
        for file in PipelineFiles.all {
            let requirements = Requirement.all.filter { file.name.hasSuffix("-\($0.name)") }
            #expect(requirements.contains { Set($0.elements).isSuperset(of: file.elements) }, "\(file.name)")
        }
        for element in Requirement.all.flatMap(\.elements) + Requirement.otherEncoders {
            #expect(PluginPackages.package(of: element) != nil, "\(element)")
        }
    }

    @Test("only the SRT output requires libsrt, and only RTMPS requires TLS")
    func libraries() {
        for requirement in Requirement.all {
            let libraries = requirement.libraries.map { [$0.name, $0.package] }
            switch (requirement.group, requirement.name) {
            case (.outputs, "srt"): #expect(libraries == [["libsrt", "libsrt1.5-gnutls"]])
            case (.outputs, "rtmps"): #expect(libraries == [["TLS", "glib-networking"]])
            default: #expect(libraries.isEmpty, "\(requirement.name)")
            }
            #expect(requirement.libraries.allSatisfy { $0.isInstalled() })
        }
    }

    @Test("this machine meets all requirements")
    func systemCheck() throws {
        let systemCheck = try SystemCheck()
        #expect(systemCheck.parts.allSatisfy { $0.works }, "\(systemCheck.missingPackages)")
        #expect(systemCheck.missingPackages.isEmpty)
        #expect(systemCheck.missingForDefaultOutput.isEmpty)
        let mp4 = try #require(systemCheck.parts(of: .outputs).first { $0.name == "mp4" })
        #expect(mp4.elements.first?.name == "mp4mux")
        #expect(mp4.elements.first?.version == systemCheck.version)
    }
}
