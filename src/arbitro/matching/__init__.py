"""Matchings in general graphs, on bit sets and exact integers. Nothing here knows chess.

    module      what it finds
    largest     a largest matching, and who some largest matching leaves free (Gallai and Edmonds)
    cheapest    the cheapest perfect matching, for costs of any size
    classes     what all cheapest perfect matchings are made of, from a few classes of like vertices
    ordered     the first of the best perfect matchings, in an order that the caller gives
    first       the first perfect matching in the order of halves: fewest exchanges, earliest partners

Vertices are 0 … n-1. A neighbourhood is an integer whose bit v says "adjacent to v".
"""
