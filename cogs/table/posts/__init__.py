"""What the bot posts at tables and keeps up to date: boards, panels, notices, threads, results."""
