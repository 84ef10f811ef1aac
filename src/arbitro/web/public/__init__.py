"""What everyone may see: events, pairings, standings, players, teams, statistics; hall screens; feeds; the API."""
