"""The controller of the table and the devices, notifications and settings around it."""
