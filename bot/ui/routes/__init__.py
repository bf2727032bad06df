"""What controls can ask for: one file of typed operations for each subject."""
