"""The table in browsers: pages, the views they show, and what is tapped on them. Without Kivy; see WEB.md."""
