"""The database: tables, the log's writer, and queries by aggregate."""
