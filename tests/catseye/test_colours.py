"""Names of colours."""

from catseye.colours import colour


def test_a_known_colour_is_a_message_and_another_stands_as_it_is():
    assert colour("red").template == "red"
    assert (colour("teal").template, str(colour("teal"))) == ("{name}", "teal")
    assert str(colour("{odd}")) == "{odd}"
