"""Engines written from the text alone, candidate after candidate: the witnesses of those in `arbitro.swiss`."""
