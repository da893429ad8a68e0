"""The first tables."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "people",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(length=100), nullable=False),
        sa.Column("is_owner", sa.Boolean(), nullable=False),
        sa.Column("token_hash", sa.String(length=64), nullable=True),
        sa.Column("revoked", sa.Boolean(), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_people")),
        sa.UniqueConstraint("name", name=op.f("uq_people_name")),
        sa.UniqueConstraint("token_hash", name=op.f("uq_people_token_hash")),
    )
    op.create_table(
        "project",
        sa.Column("id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("guidelines", sa.Text(), nullable=False),
        sa.Column("per_transcript", sa.Integer(), nullable=False),
        sa.Column("flag_below", sa.Float(), nullable=False),
        sa.Column("presegment", sa.Text(), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_project")),
    )
    op.create_table(
        "transcripts",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(length=200), nullable=False),
        sa.Column("content", sa.Text(), nullable=False),
        sa.Column("n_words", sa.Integer(), nullable=False),
        sa.Column("audio", sa.Text(), nullable=True),
        sa.Column("audio_seconds", sa.Float(), nullable=True),
        sa.Column("added_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_transcripts")),
        sa.UniqueConstraint("name", name=op.f("uq_transcripts_name")),
    )
    op.create_table(
        "assignments",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("transcript_id", sa.Integer(), nullable=False),
        sa.Column("person_id", sa.Integer(), nullable=False),
        sa.Column("state", sa.String(length=10), nullable=False),
        sa.Column("note", sa.Text(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("reached", sa.Integer(), nullable=False),
        sa.Column("presegmented", sa.Text(), nullable=False),
        sa.Column("presegmented_by", sa.Text(), nullable=False),
        sa.Column("imported", sa.Boolean(), nullable=False),
        sa.Column("changed_at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["person_id"], ["people.id"], name=op.f("fk_assignments_person_id"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["transcript_id"], ["transcripts.id"], name=op.f("fk_assignments_transcript_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_assignments")),
        sa.UniqueConstraint("transcript_id", "person_id", name=op.f("uq_assignments_transcript_id_person_id")),
    )
    op.create_index(op.f("ix_assignments_person_id"), "assignments", ["person_id"], unique=False)
    op.create_table(
        "sessions",
        sa.Column("id_hash", sa.String(length=64), nullable=False),
        sa.Column("person_id", sa.Integer(), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("expires_at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["person_id"], ["people.id"], name=op.f("fk_sessions_person_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id_hash", name=op.f("pk_sessions")),
    )
    op.create_index(op.f("ix_sessions_person_id"), "sessions", ["person_id"], unique=False)
    op.create_table(
        "actions",
        sa.Column("assignment_id", sa.Integer(), nullable=False),
        sa.Column("version", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("client", sa.String(length=64), nullable=False),
        sa.Column("n", sa.BigInteger(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("saved_at", sa.BigInteger(), nullable=False),
        sa.Column("word", sa.Integer(), nullable=False),
        sa.Column("mark", sa.String(length=1), nullable=False),
        sa.Column("kind", sa.String(length=4), nullable=False),
        sa.ForeignKeyConstraint(
            ["assignment_id"], ["assignments.id"], name=op.f("fk_actions_assignment_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("assignment_id", "version", name=op.f("pk_actions")),
        sa.UniqueConstraint("assignment_id", "client", "n", name=op.f("uq_actions_assignment_id_client_n")),
    )
    op.create_table(
        "clients",
        sa.Column("assignment_id", sa.Integer(), nullable=False),
        sa.Column("client", sa.String(length=64), nullable=False),
        sa.Column("seconds", sa.Float(), nullable=False),
        sa.ForeignKeyConstraint(
            ["assignment_id"], ["assignments.id"], name=op.f("fk_clients_assignment_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("assignment_id", "client", name=op.f("pk_clients")),
    )
    op.create_table(
        "marks",
        sa.Column("assignment_id", sa.Integer(), nullable=False),
        sa.Column("word", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("mark", sa.String(length=1), nullable=False),
        sa.ForeignKeyConstraint(
            ["assignment_id"], ["assignments.id"], name=op.f("fk_marks_assignment_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("assignment_id", "word", name=op.f("pk_marks")),
    )
