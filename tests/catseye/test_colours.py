"""Names of colours."""

from catseye.colours import colour


def test_colour_names():
    assert colour("red").template == "red"
    assert (colour("teal").template, str(colour("teal"))) == ("{name}", "teal")
    assert str(colour("{odd}")) == "{odd}"
