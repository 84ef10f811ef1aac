"""What everyone may see: events, pairings, standings, players, teams, statistics; screens for the hall; feeds; the API."""
