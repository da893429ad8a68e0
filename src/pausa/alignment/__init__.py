"""Other wordings: which words of two transcripts belong together, and segmentations carried across.

`edits` aligns by words, `timed` by time, `characters` letter by letter; `project` carries sentence ends
along an alignment; `conditions` says which gaps are judged; `grid` brings several wordings onto one.
"""
