"""What people see: regions of the table, whole pages, sentences in the reader's language."""
