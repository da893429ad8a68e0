"""A lake of transcripts: many files or tables, cut into sentences piece by piece, by many processes or machines.

source ─ places ▶ files ─ pieces ▶ Piece ─ reading ▶ batch ─ sentences ▶ batch ─ parts ▶ a part of the target

What a piece holds follows from the source alone, and so do the bytes of its part, whoever makes it and when. The driver
(`running`) hands out pieces, never more than there are hands, and writes in the `ledger` what is done.
"""
