"""Cat in the Box's part of the table screen."""
