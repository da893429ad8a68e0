"""Which words were looked at or heard.

Where somebody began with no marks, how far they came tells it; where a detector had set marks, it tells nothing.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.add_column("assignments", sa.Column("seen", sa.Text(), nullable=True))
    op.execute(
        "UPDATE assignments SET seen = '[[0,' || CAST(reached AS VARCHAR) || ']]' "
        "WHERE presegmented = '' AND reached > 0"
    )
