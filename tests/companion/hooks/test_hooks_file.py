"""`hooks.toml`: off without it, strict, and silent about secrets."""

import re
from pathlib import Path

import msgspec
import pytest

from companion import hooks
from companion.app.settings import BadSettings
from companion.hooks.hooks_file import HooksFile, Mqtt, Post, hooks_file, load

PAGE = (Path(hooks.__file__).parent / "HOOKS.md").read_text()
SECRET = "geheim-4711"


def blocks(language):
    return re.findall(rf"```{language}\n(.*?)```", PAGE, re.DOTALL)


def loaded(folder, text):
    file = folder / "hooks.toml"
    file.write_text(text)
    return load(file)


def test_nobody_is_told_without_a_file(home):
    assert hooks_file().parent == home / ".config" / "catseye"
    assert load() == HooksFile()


def test_every_example_of_the_page_is_a_file(tmp_path):
    examples = [loaded(tmp_path, text) for text in blocks("toml")]
    assert len(examples) == 4
    assert examples[0].post[0].headers == {"Authorization": "Bearer a-secret"}
    assert examples[0].mqtt[0] == Mqtt("192.168.0.10", 1883, "catseye", "a-secret")
    assert all(each.post or each.mqtt or each.events for each in examples)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("[[post]\n", r"line 1, column 7"),
        ("[[post]]\n", r"missing required field `url` - at `\$\.post\[0\]`"),
        ("[post]\nurl = 'http://a/'\n", r"Expected `array`, got `object` - at `\$\.post`"),
        ("[[post]]\nurl = 7\n", r"Expected `str`, got `int` - at `\$\.post\[0\]\.url`"),
        ("[[post]]\nurl = 'http://a/'\nretry = 3\n", r"unknown field `retry` - at `\$\.post\[0\]`"),
        (f"[[post]]\nurl = 'ftp://a/{SECRET}'\n", r"url must be an address like http://\S+ - at `\$\.post\[0\]`"),
        (f"[[post]]\nurl = 'http://:80/{SECRET}'\n", "url must be an address"),
        (f"[[post]]\nurl = 'http://a:99999/{SECRET}'\n", "url must be an address"),
        (f"[[post]]\nurl = 'http://a/'\nheaders = {{ A = \"{SECRET}\\r\\nX: y\" }}\n", "headers must have names"),
        (f"[[post]]\nurl = 'http://a/'\nheaders = {{ 'A b' = '{SECRET}' }}\n", "headers must have names"),
        ("[[mqtt]]\nhost = ''\n", r"length >= 1 - at `\$\.mqtt\[0\]\.host`"),
        ("[[mqtt]]\nhost = 'a'\nport = 70000\n", r"<= 65535 - at `\$\.mqtt\[0\]\.port`"),
        ("[[mqtt]]\nhost = 'a'\ntopic = 'a/#'\n", "a topic must be like catseye/table"),
        ("[[mqtt]]\nhost = 'a'\nretained = { '' = 'x' }\n", "a topic must be like catseye/table"),
        (f"[[mqtt]]\nhost = 'a'\npassword = '{SECRET}'\n", "a password needs a user"),
        ("[events]\ntoken = 'short'\n", r"at least 20 letters and digits - at `\$\.events`"),
        (f"[events]\ntoken = '{SECRET}{SECRET} ä'\n", r"at least 20 letters and digits"),
        ("[[post]]\nurl = 'http://a/'\n" * 9, r"length <= 8 - at `\$\.post`"),
        ("a = " + "[" * 5000, "nested too deeply"),
        ("a = " + "9" * 5000, "too many digits"),
    ],
)
def test_bad_file_gets_one_sentence_with_the_place_and_what_was_expected(tmp_path, text, sentence):
    with pytest.raises(BadSettings, match=sentence) as refused:
        loaded(tmp_path, text)
    said = str(refused.value)
    assert said.startswith(str(tmp_path / "hooks.toml"))
    assert SECRET not in said
    assert len(said.splitlines()) == 1


def test_place_of_a_program_holds_no_secret():
    hook = Post(f"https://ann:{SECRET}@home.local:8123/api/{SECRET}?key={SECRET}")
    assert hook.place == "https://home.local:8123"
    assert msgspec.structs.asdict(hook)["url"].count(SECRET) == 3
