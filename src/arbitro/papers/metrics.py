"""How wide letters are: hundredths of an em, rounded up, the wider of regular and semibold Source Sans Pro.

Good enough to know that a cell stays on one line without asking the typesetter, which would take longer than setting
the whole list. A sign that is not in the table counts as a full em.
"""

from __future__ import annotations

_TABLE = {
    20: " ",
    26: "|¦",
    28: "',.:;ijl·ìíîïĩīĭįıĵĺļ·іїј‘’",
    30: "IÌÍÎÏĨĪĬĮİľłΐΙΪίιϊІЇ",
    32: "!f¡",
    34: "()-[]{}",
    36: "/\\ª°",
    38: "rtºŕŗřţťŧΊ",
    42: "ŀ",
    44: "*sśŝşšςгѓѕ",
    46: "?z«®»¿źżžέεζξ",
    48: "cçćĉċčτзстэє–",
    50: '"J_vxyýÿĴŷνЈухў“”',
    52: "#$+<=>FLY^aeg~¢£¤¥§¬±×Ýàáâãäåèéêë÷āăąēĕėęěĝğġģĹĻĽĿŁŶŸΓΥΫγκχЃГавеьѐё−×",
    54: "0123456789EVZk²³¹ÈÉÊËĒĔĖĘĚĳķĸŹŻŽΕΖΛΰδθλυϋύЀЁЎЕУкчяќ",
    56: "ASTX`hnou¨¯´¸ÀÁÂÃÄÅðñòóôõöøùúûüĀĂĄĥħńņňŋōŏőŚŜŞŠŢŤŦũūŭůűųΑΞΣΤΧήηορσόЅАЗТХбдлођћ",
    58: "CbdpqµÇþĆĈĊČđĲάαμЄСЭийнпрцѝџ",
    60: "BKPR¶ÞďĶŔŖŘΆΒΚΡβБВРЬЯ",
    62: "ßΔπЌКЧъ",
    64: "&DGĎĜĞĠĢΈ",
    66: "NUÐÑÙÚÛÜĐŃŅŇŊŨŪŬŮŰŲΎΝΠЏДЛПЦм",
    68: "HOQÒÓÔÕÖØĤŌŎŐΗΘΟЍИЙНО",
    70: "ĦΩЂ",
    72: "φЋы",
    74: "ΦΨψωώЪж",
    76: "Mw©ŵΉΌΜМФфюљ",
    78: "Ώшњ",
    80: "W¼æŴщ—¼",
    82: "¾ŉ¾",
    84: "½ÆœЖЫ½",
    86: "%mŒ",
    88: "@",
    90: "ШЩ",
    92: "Љ",
    94: "ЊЮ",
    98: "…",
}
_WIDTHS = {letter: width for width, letters in _TABLE.items() for letter in letters} | {"\u200b": 0}


def width(text: str) -> float:
    """The width of a line of text in ems, a little too much rather than too little.

    >>> width("Ana") < width("Ana María") < 5
    True
    """
    return sum(map(_width, text)) / 100


def _width(letter: str) -> int:
    return _WIDTHS.get(letter, 100)
