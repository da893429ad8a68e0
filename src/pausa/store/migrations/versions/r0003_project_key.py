"""A random name for the project, which browsers keep things under."""

from __future__ import annotations

import secrets

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.add_column("project", sa.Column("key", sa.String(32), nullable=True))
    op.get_bind().execute(sa.text("UPDATE project SET key = :key"), {"key": secrets.token_hex(8)})
