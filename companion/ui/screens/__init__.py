"""The screens: each builds itself from the controller and is dropped when left."""
