"""The controller of the table, with its devices, notifications and settings."""
