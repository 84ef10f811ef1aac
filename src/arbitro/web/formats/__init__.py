"""How pages write dates and times, where Django's own habit is one country's: English is read in every country."""
