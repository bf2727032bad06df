"""The shards that each process answers for when several processes share the work, and the leases on them."""
