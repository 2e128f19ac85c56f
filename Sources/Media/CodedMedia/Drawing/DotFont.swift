/// A font of five by seven dots.
package enum DotFont {
    package static let width = 5
    package static let height = 7
    /// The distance between letters, in dots.
    package static let advance = 6

    /// Seven rows from the top, five bits each, the left dot in the highest bit. Unknown characters are blank.
    static func rows(of character: Character) -> [UInt8] { glyphs[character] ?? [] }

    private static let glyphs: [Character: [UInt8]] = {
        var glyphs: [Character: [UInt8]] = [:]
        for (characters, dots) in drawings {
            for (place, character) in characters.enumerated() {
                // Each letter takes five columns of the drawing and a blank one.
                glyphs[character] = dots.map { row in
                    row.dropFirst(place * advance).prefix(width).reduce(0) { $0 << 1 | ($1 == "#" ? 1 : 0) }
                        << UInt8(max(0, width - row.dropFirst(place * advance).prefix(width).count))
                }
            }
        }
        return glyphs
    }()

    private static let drawings: [(String, [String])] = [
        (
            "0123456789",
            [
                " ###    #    ###  #####    #  #####  ###  #####  ###   ### ",
                "#   #  ##   #   #     #   ##  #     #   #     # #   # #   #",
                "#  ##   #       #    #   # #  #     #        #  #   # #   #",
                "# # #   #      #    ##  #  #  ####  ####    #    ###   ####",
                "##  #   #     #       # #####     # #   #  #    #   #     #",
                "#   #   #    #    #   #    #  #   # #   #  #    #   # #   #",
                " ###   ###  #####  ###     #   ###   ###   #     ###   ### ",
            ]
        ),
        (
            "ABCDEFGHIJKLM",
            [
                " ###  ####   ###  ####  ##### #####  ###  #   #  ###    ### #   # #     #   #",
                "#   # #   # #   # #   # #     #     #   # #   #   #      #  #  #  #     ## ##",
                "#   # #   # #     #   # #     #     #     #   #   #      #  # #   #     # # #",
                "##### ####  #     #   # ####  ####  # ### #####   #      #  ##    #     #   #",
                "#   # #   # #     #   # #     #     #   # #   #   #      #  # #   #     #   #",
                "#   # #   # #   # #   # #     #     #   # #   #   #   #  #  #  #  #     #   #",
                "#   # ####   ###  ####  ##### #      ###  #   #  ###   ##   #   # ##### #   #",
            ]
        ),
        (
            "NOPQRSTUVWXYZ",
            [
                "#   #  ###  ####   ###  ####   #### ##### #   # #   # #   # #   # #   # #####",
                "##  # #   # #   # #   # #   # #       #   #   # #   # #   # #   # #   #     #",
                "# # # #   # #   # #   # #   # #       #   #   # #   # #   #  # #   # #     # ",
                "#  ## #   # ####  #   # ####   ###    #   #   # #   # # # #   #     #     #  ",
                "#   # #   # #     # # # # #       #   #   #   # #   # # # #  # #    #    #   ",
                "#   # #   # #     #  #  #  #      #   #   #   #  # #  ## ## #   #   #   #    ",
                "#   #  ###  #      ## # #   # ####    #    ###    #   #   # #   #   #   #####",
            ]
        ),
        (
            ":./-",
            [
                "                        ",
                "  #             #       ",
                "  #            #        ",
                "              #   ##### ",
                "  #          #          ",
                "  #     #   #           ",
                "        #               ",
            ]
        ),
    ]
}
