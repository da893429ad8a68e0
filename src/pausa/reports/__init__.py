"""Evaluations made readable: tables, JSON, a page. Values come exact and are rounded where they are shown."""
