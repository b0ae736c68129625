"""The screens: each builds itself from the desk and goes away when left."""
