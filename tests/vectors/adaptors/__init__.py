"""The rule rooms' adaptors: each module registers the kinds of vectors that it judges."""
