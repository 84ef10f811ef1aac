"""Make the site's fonts from those of the papers: two weights, a file for each script, as small as browsers take them.

    python -m tools.fonts

The papers' family reserves its name, so the subsets have another one. Needs fonttools and brotli, which nothing else
here uses: `pip install fonttools brotli`. A browser loads a script's file when a page has a letter of it
(`unicode-range` in web/static/web/arbitro.css, the same ranges as here).
"""

from __future__ import annotations

from pathlib import Path

WEB = Path(__file__).parent.parent / "src/arbitro/web/static/web/fonts"
PAPERS = Path(__file__).parent.parent / "src/arbitro/papers/fonts"
FAMILY = "Arbitro Sans"
WEIGHTS = {"400": "SourceSansPro-Regular.otf", "600": "SourceSansPro-Semibold.otf"}
SCRIPTS = {
    "latin": "U+0020-007E,U+00A0-00FF,U+0131,U+0152-0153,U+02C6,U+02DA,U+02DC,U+2000-206F,U+20AC,U+2122,U+2190-2193,"
    "U+2212,U+2260,U+2264-2265",
    "latin-ext": "U+0100-0130,U+0132-0151,U+0154-024F,U+02BB-02BC,U+1E00-1EFF",
    "greek": "U+0370-03FF,U+1F00-1FFF",
    "cyrillic": "U+0400-052F",
}
FEATURES = ["kern", "liga", "tnum", "lnum", "ccmp", "locl", "mark", "mkmk"]
NAMES = {1: FAMILY, 3: FAMILY, 4: FAMILY, 6: FAMILY.replace(" ", ""), 16: FAMILY}


def main() -> None:
    from fontTools import subset
    from fontTools.ttLib import TTFont

    options = subset.Options(flavor="woff2", layout_features=FEATURES, hinting=False, desubroutinize=True)
    for weight, source in WEIGHTS.items():
        for script, ranges in SCRIPTS.items():
            font = TTFont(PAPERS / source)
            maker = subset.Subsetter(options)
            maker.populate(unicodes=subset.parse_unicodes(ranges))
            maker.subset(font)
            for record in font["name"].names:
                if record.nameID in NAMES:
                    record.string = NAMES[record.nameID]
            font["CFF "].cff.fontNames[0] = NAMES[6]
            subset.save_font(font, str(WEB / f"sans-{weight}-{script}.woff2"), options)


if __name__ == "__main__":
    main()
