import StudioCore

extension TraceVerification {
    /// A test case: a session and a group of rules.
    private struct Case {
        var name: String
        var failures: [String] = []
        var output: [String] = []
    }

    /// JUnit XML: one test suite per trace, one test case per group of rules.
    public var junit: String {
        let suites =
            traces.map { suite($0.path, Self.cases($0), seconds: $0.duration.seconds) }
            + unreadable.map { suite($0.path, [Case(name: "readable", failures: [$0.message])], seconds: 0) }
        return """
            <?xml version="1.0" encoding="UTF-8"?>
            <testsuites name="psstudio verify">
            \(suites.joined(separator: "\n"))
            </testsuites>

            """
    }

    /// Findings about quality do not fail: a limit is a budget.
    private static func cases(_ report: TraceReport) -> [Case] {
        let contract = report.findings.filter { $0.group == .contract }.map(\.description)
        let quality = report.findings.filter { $0.group != .contract }.map(\.description)
        return [
            Case(name: "contract", failures: contract),
            Case(
                name: "quality", failures: report.budgets.filter { !$0.isMet }.map(\.description),
                output: quality),
        ]
    }

    private func suite(_ name: String, _ cases: [Case], seconds: Double) -> String {
        let failed = cases.count { !$0.failures.isEmpty }
        let body = cases.map { testCase in
            let failure = testCase.failures.first.map { first in
                "<failure message=\"\(first.xmlEscaped)\">\(testCase.failures.joined(separator: "\n").xmlEscaped)</failure>"
            }
            let output =
                testCase.output.isEmpty
                ? nil : "<system-out>\(testCase.output.joined(separator: "\n").xmlEscaped)</system-out>"
            let inner = [failure, output].compactMap(\.self).joined()
            return "<testcase classname=\"\(name.xmlEscaped)\" name=\"\(testCase.name)\">\(inner)</testcase>"
        }
        return """
            <testsuite name="\(name.xmlEscaped)" tests="\(cases.count)" failures="\(failed)" errors="0" \
            time="\(NumberText.number(seconds, decimals: 3))">
            \(body.joined(separator: "\n"))
            </testsuite>
            """
    }
}
