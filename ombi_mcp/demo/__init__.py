"""A recorded Ombi that needs no Ombi: the recording and its player."""
