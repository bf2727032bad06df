"""The deal of the day: values, decisions and the service that plays it."""
