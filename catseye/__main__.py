"""`python -m catseye` is the command `catseye`."""

if __name__ == "__main__":
    from companion.__main__ import main

    main()
