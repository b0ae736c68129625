"""Images and image sets from files, folders and cameras."""
