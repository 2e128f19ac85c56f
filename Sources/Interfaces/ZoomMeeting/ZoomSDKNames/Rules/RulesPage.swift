import ProductionStudio
import StudioCore

/// The rules of Production Studio as a Markdown page: `docs/rules.md`.
package enum RulesPage {
    package static var markdown: String {
        """
        # The rules

        The rules that psstudio enforces, and their evidence: *documented* by the vendor, *inferred* from the
        documentation or from a related interface, *observed* by somebody with the real SDK, or *chosen* because nothing is
        documented: the source then says what would decide. A call that violates a rule returns the code.

        This page is generated from the catalogue in the code: `psstudio rules --markdown > docs/rules.md`.

        \(RuleCatalogue.productionStudio.markdownTable { "\($0) (\($0.number))" })

        """
    }
}
