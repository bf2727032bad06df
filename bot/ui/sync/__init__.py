"""Keeping what people see in step with the tables: boards, panels, notices, threads, who is still here."""
