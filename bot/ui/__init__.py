"""What people see: texts, components, and the controls that work for ever."""
