"""The tables. Times are milliseconds since 1970; JSON is kept as text; tokens and sessions only as hashes."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
)

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)

#: One row: a database holds one project.
project = Table(
    "project",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=False),
    Column("title", Text, nullable=False),
    Column("guidelines", Text, nullable=False),
    Column("per_transcript", Integer, nullable=False),
    Column("flag_below", Float, nullable=False),
    Column("presegment", Text, nullable=False),  # a model's name, or empty
    Column("key", String(32)),  # random: what browsers keep for the project is under this name
    Column("created_at", BigInteger, nullable=False),
)

people = Table(
    "people",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("name", String(100), nullable=False),
    Column("is_owner", Boolean, nullable=False),
    Column("token_hash", String(64)),  # empty: no link
    Column("revoked", Boolean, nullable=False),
    Column("created_at", BigInteger, nullable=False),
    UniqueConstraint("name"),
    UniqueConstraint("token_hash"),
)

sessions = Table(
    "sessions",
    metadata,
    Column("id_hash", String(64), primary_key=True),
    Column("person_id", ForeignKey("people.id", ondelete="CASCADE"), nullable=False),
    Column("created_at", BigInteger, nullable=False),
    Column("expires_at", BigInteger, nullable=False),
    Index(None, "person_id"),
)

transcripts = Table(
    "transcripts",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("name", String(200), nullable=False),
    Column("content", Text, nullable=False),  # Pausa's own JSON
    Column("n_words", Integer, nullable=False),
    Column("audio", Text),  # a file name in the project's audio folder
    Column("audio_seconds", Float),
    Column("added_at", BigInteger, nullable=False),
    UniqueConstraint("name"),
)

assignments = Table(
    "assignments",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("transcript_id", ForeignKey("transcripts.id", ondelete="CASCADE"), nullable=False),
    Column("person_id", ForeignKey("people.id", ondelete="CASCADE"), nullable=False),
    Column("state", String(10), nullable=False),
    Column("note", Text, nullable=False),
    Column("version", Integer, nullable=False),  # how many actions were applied
    Column("reached", Integer, nullable=False),
    Column("seen", Text),  # JSON [[first, stop], …]: words looked at or heard
    Column("presegmented", Text, nullable=False),  # JSON {"word": mark} that a detector proposed, or empty
    Column("presegmented_by", Text, nullable=False),
    Column("imported", Boolean, nullable=False),
    Column("changed_at", BigInteger, nullable=False),
    UniqueConstraint("transcript_id", "person_id"),
    Index(None, "person_id"),
)

#: Every action ever saved, in order: nothing is forgotten, `marks` follows from it.
actions = Table(
    "actions",
    metadata,
    Column("assignment_id", ForeignKey("assignments.id", ondelete="CASCADE"), primary_key=True),
    Column("version", Integer, primary_key=True, autoincrement=False),
    Column("client", String(64), nullable=False),
    Column("n", BigInteger, nullable=False),
    Column("at", BigInteger, nullable=False),  # by the annotator's clock
    Column("saved_at", BigInteger, nullable=False),
    Column("word", Integer, nullable=False),
    Column("mark", String(1), nullable=False),
    Column("kind", String(4), nullable=False),
    UniqueConstraint("assignment_id", "client", "n"),
)

marks = Table(
    "marks",
    metadata,
    Column("assignment_id", ForeignKey("assignments.id", ondelete="CASCADE"), primary_key=True),
    Column("word", Integer, primary_key=True, autoincrement=False),
    Column("mark", String(1), nullable=False),
)

#: Active seconds that each open page has reported for an assignment.
clients = Table(
    "clients",
    metadata,
    Column("assignment_id", ForeignKey("assignments.id", ondelete="CASCADE"), primary_key=True),
    Column("client", String(64), primary_key=True),
    Column("seconds", Float, nullable=False),
)
