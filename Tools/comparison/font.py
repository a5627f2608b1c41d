"""The font of the texts: every character is a square as large as the font."""

import base64
import io

from fontTools.fontBuilder import FontBuilder
from fontTools.ttLib.tables._g_l_y_f import Glyph

UNITS = 1000


def data_url():
    """Returns the font as a URL. It stands on its lower edge: nothing is below the baseline."""
    characters = {code: f"c{code}" for code in range(0x20, 0x7F)}
    names = [".notdef", *characters.values()]
    builder = FontBuilder(UNITS, isTTF=True)
    builder.setupGlyphOrder(names)
    builder.setupCharacterMap(characters)
    builder.setupGlyf({name: Glyph() for name in names})
    builder.setupHorizontalMetrics({name: (UNITS, 0) for name in names})
    builder.setupHorizontalHeader(ascent=UNITS, descent=0)
    builder.setupNameTable({"familyName": "Square", "styleName": "Regular"})
    builder.setupOS2(
        sTypoAscender=UNITS, sTypoDescender=0, sTypoLineGap=0, usWinAscent=UNITS, usWinDescent=0)
    builder.setupPost()
    file = io.BytesIO()
    builder.save(file)
    return "data:font/ttf;base64," + base64.b64encode(file.getvalue()).decode()
