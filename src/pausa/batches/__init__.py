"""A lake of transcripts: many files or tables, worked on piece by piece, by many processes or machines.

source ─ places ▶ files ─ pieces ▶ Piece ─ reading ▶ batch ─ sentences ▶ batch ─ parts ▶ a part of the target
references, hypotheses ─ pairing ▶ Pairs ─ documents ▶ documents ─ scoring ▶ a part ─ pooling ▶ the scores of all
source ─ pieces ▶ Piece ─ documents ▶ documents ─ converting ▶ files of the target

`batch`, `score` and `convert` are the doors. What a piece holds follows from the source alone, and so do the bytes of
its part, whoever makes it and when. The `driver` hands out pieces (`running`), never more than there are hands
(`engines`), and writes in the `ledger` what is done. A target is a folder or an address (`targets`), and one driver's
at a time (`guard`).
"""
