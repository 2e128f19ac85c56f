import ProductionStudio
import StudioCore

/// The rules of Production Studio as a Markdown page: `docs/rules.md`.
package enum RulesPage {
    package static var markdown: String {
        """
        # The rules

        What psstudio holds to, and how sure it is that the vendor's interface does the same: *documented* by the vendor,
        *inferred* from what is documented or from a sibling interface, or *chosen* because the vendor is silent. The
        code is what a call that breaks the rule returns.

        This page is made from the catalogue in the code: `psstudio rules --markdown > docs/rules.md`.

        \(RuleCatalogue.productionStudio.markdownTable { "\($0) (\($0.number))" })

        """
    }
}
