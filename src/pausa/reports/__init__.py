"""Evaluations made readable: tables, JSON, a page. Nothing is computed here; rounding happens only here."""
