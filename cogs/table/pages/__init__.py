"""What members see of tables: boards, panels, lobbies, results, lists and notices as layouts."""
