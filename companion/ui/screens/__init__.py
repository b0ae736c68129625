"""The screens: each builds itself from the controller and is removed when left."""
