"""Which part of Discord a process answers for, where several share the work: shards, and who holds them."""
