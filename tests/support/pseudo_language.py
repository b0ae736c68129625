"""A language that nobody speaks: every letter has an accent, every text is 40 % longer and stands in brackets.

A text on the screen with a plain letter in it did not come from a catalogue.
"""

import gettext
import re
from string import Formatter

PLAIN = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
ACCENTED = "áƀćďéƒĝĥíĵķĺɱńóƥɋŕśťúνẃхýźÁβĆĎÉƑĜĤÍĴĶĹΜŃÓΡΩŔŚŤÚѴẂΧÝŹ"
_TABLE = str.maketrans(PLAIN, ACCENTED)


def pseudo(template):
    """A template in the pseudo-language; its gaps stay."""
    parts, letters = [], 0
    for words, name, spec, _ in Formatter().parse(template):
        parts.append(words.translate(_TABLE))
        letters += len(words)
        if name is not None:
            parts.append("{" + name + (f":{spec}" if spec else "") + "}")
    return f"[{''.join(parts)}{'~' * round(letters * 0.4)}]" if letters else "".join(parts)


class PseudoLanguage(gettext.NullTranslations):
    """Translates whatever it is asked for."""

    def gettext(self, message):
        return pseudo(message)

    def ngettext(self, msgid1, msgid2, n):
        return pseudo(msgid1 if n == 1 else msgid2)


def untranslated(words, known=()):
    """The words of a painted text that no catalogue has been asked for, apart from `known` names."""
    for name in sorted(known, key=len, reverse=True):
        words = words.replace(name, " ")
    return re.findall(r"[A-Za-z][A-Za-z']+", words)
