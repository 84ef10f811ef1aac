"""Tables of the rules as data, read by the rooms that use them."""
