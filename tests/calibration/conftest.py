from tests.support.rendered_charts import film, table, tour, tour_pictures

__all__ = ["film", "table", "tour", "tour_pictures"]
