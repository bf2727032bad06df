"""The operations that controls ask for: one file of typed values for each subject."""
