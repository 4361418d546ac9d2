"""Checks the schema: tables, keys, checks, indexes and triggers must be exactly those that the migrations create.

Without its triggers a table is not append-only, and a planted trigger can change rows. The schema is read from the
database's catalogue and described with one line for each object, the same for SQLite and PostgreSQL.
"""

import re
from collections.abc import Iterator

from lammer.ledger.verify.evidence import Ask
from lammer.ledger.verify.verdict import Findings

REVISION = "0005"
COLUMNS = {
    "journal_facts": "name text, value text",
    "events": "number bigint, key text, digest text, kind text, actor text, at text, about text, body text, "
    "answer text, documents text",
    "entries": "event bigint, line integer, debit text, credit text, amount bigint, reason text",
    "audit": "number bigint, hash text, signature text default ''",
    "heads": "number bigint, hash text, signature text",
    "accounts": "name text, debits bigint, credits bigint, side text",
    "documents": "name text, body text",
    "writings": "name text, event bigint",
    "sessions": "id text, name text, floor text, stamp text, created float, seen float, expires float, ended float, "
    "proof text",
    "attempts": "who text, failures integer, last float, until float",
    "drill_memories": "player text, game text, memory text, changed float",
}
"""No column is nullable."""
MORE = """
key journal_facts (name)
key events (number)
unique events (key)
index events_about on events (about, number)
index events_security on events (number) where kind='security'
key entries (event, line)
foreign entries (event) events (number)
check entries amount>0
check entries debit<>credit
key audit (number)
foreign audit (number) events (number)
key heads (number)
foreign heads (number) events (number)
key accounts (name)
check accounts side<>'credit'orcredits>=debits
check accounts side<>'debit'ordebits>=credits
key documents (name)
key writings (name, event)
foreign writings (event) events (number)
key sessions (id)
index sessions_ended on sessions (ended)
index sessions_name on sessions (name)
key attempts (who)
index attempts_last on attempts (last)
key drill_memories (player, game)
"""
STAY = ("events", "entries", "audit", "heads", "journal_facts", "writings")
NOT_REPLACED = ("events", "audit", "heads")
SQLITES_OWN = ("sqlite_stat1", "sqlite_stat4", "sqlite_sequence")
REFUSES = "BEGIN RAISE EXCEPTION 'what is written in % stays', TG_TABLE_NAME; END"


def check_schema(ask: Ask, *, postgresql: bool, findings: Findings) -> None:
    """Reports everything that is missing, altered or not created by the migrations."""
    revision = [str(row[0]) for row in ask("SELECT version_num FROM alembic_version")]
    if revision != [REVISION]:
        text = f"the books have revision {', '.join(revision) or 'none'}, not {REVISION}: open them with this version"
        findings.fault("revision", None, text)
        return
    actual = set(_postgresql(ask) if postgresql else _sqlite(ask))
    expected = set(_expected(postgresql))
    for line in sorted(expected - actual):
        findings.fault("schema", None, f"missing in the schema: {line}")
    for line in sorted(actual - expected):
        findings.fault("schema", None, f"in the schema, but not created by a migration: {line}")


def _expected(postgresql: bool) -> Iterator[str]:
    for table, columns in COLUMNS.items():
        yield f"table {table}"
        yield from (f"column {table}.{column}" for column in columns.split(", "))
    yield from MORE.strip().splitlines()
    if postgresql:
        yield f"function refuse_change {_plain(REFUSES)}"
        for table in STAY:
            yield _plain(
                f"trigger O CREATE TRIGGER {table}_stay BEFORE DELETE OR UPDATE OR TRUNCATE ON {table} "
                "FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()"
            )
        return
    for table in STAY:
        stays = f"BEGIN SELECT RAISE(ABORT, 'what is written in {table} stays'); END"
        for change in ("UPDATE", "DELETE"):
            yield _plain(f"trigger CREATE TRIGGER {table}_stay_{change.lower()} BEFORE {change} ON {table} {stays}")
        if table in NOT_REPLACED:
            yield _plain(
                f"trigger CREATE TRIGGER {table}_stay_replace BEFORE INSERT ON {table} "
                f"WHEN EXISTS (SELECT 1 FROM {table} WHERE number = NEW.number) {stays}"
            )


def _plain(text: str) -> str:
    return " ".join(text.split())


def _checks(text: str) -> Iterator[str]:
    """The conditions of a table's checks."""
    for match in re.finditer(r"check\s*\(", text, re.IGNORECASE):
        depth, end = 1, match.end()
        while depth and end < len(text):
            depth += {"(": 1, ")": -1}.get(text[end], 0)
            end += 1
        yield _bare(text[match.end() : end - 1])


def _bare(condition: str) -> str:
    """A condition without spaces, casts and parentheses."""
    return re.sub(r"[\s()\"]|::text", "", condition).replace("OR", "or")


def _column(table: str, name: str, kind: str, *, nullable: bool, default: str | None) -> str:
    default = default.removesuffix("::text") if default else default
    kind = kind.replace("double precision", "float")
    return (
        f"column {table}.{name} {kind.lower()}{' null' if nullable else ''}{f' default {default}' if default else ''}"
    )


# SQLite


def _sqlite(ask: Ask) -> Iterator[str]:
    for kind, name, table, sql in list(ask("SELECT type, name, tbl_name, sql FROM sqlite_master")):
        if name in SQLITES_OWN or table == "alembic_version":
            continue
        if kind == "table":
            yield from _sqlite_table(ask, name, sql or "")
        elif kind == "trigger":
            yield _plain(f"trigger {sql}")
        elif kind == "index" and name.startswith("sqlite_autoindex_"):
            continue  # listed with its table
        elif kind == "index":
            yield f"index {name} on {table} ({_indexed(ask, name)}){_conditions(sql)}"
        else:
            yield f"{kind} {name}"


def _sqlite_table(ask: Ask, table: str, sql: str) -> Iterator[str]:
    yield f"table {table}"
    keys: list[tuple[int, str]] = []
    for _, name, kind, filled, default, key, hidden in list(ask(f"PRAGMA table_xinfo({_quoted(table)})")):
        yield _column(table, name, f"{kind}{' generated' if hidden else ''}", nullable=not filled, default=default)
        keys += [(key, name)] if key else []
    yield f"key {table} ({', '.join(name for _, name in sorted(keys))})"
    for _, name, _, origin, *_ in list(ask(f"PRAGMA index_list({_quoted(table)})")):
        if origin == "u":
            yield f"unique {table} ({_indexed(ask, name)})"
    for row in list(ask(f"PRAGMA foreign_key_list({_quoted(table)})")):
        yield f"foreign {table} ({row[3]}) {row[2]} ({row[4]})"
    yield from (f"check {table} {check}" for check in _checks(sql))
    if re.search(r"on\s+conflict|without\s+rowid|\bcollate\b", sql, re.IGNORECASE):
        yield f"table {table} with a clause of its own: {_plain(sql)}"


def _indexed(ask: Ask, index: str) -> str:
    return ", ".join(str(name) for _, _, name in ask(f"PRAGMA index_info({_quoted(index)})"))


def _conditions(sql: str) -> str:
    if re.search(r"\b(unique|collate)\b", sql, re.IGNORECASE):
        return f" {_plain(sql)}"
    where = re.search(r"\bwhere\b(.*)", sql, re.IGNORECASE | re.DOTALL)
    return f" where {_bare(where[1])}" if where else ""


def _quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'


# PostgreSQL


def _postgresql(ask: Ask) -> Iterator[str]:
    """The objects of the journal's tables. Other programs may have tables in the same schema."""
    names = ", ".join(f"'{table}'" for table in COLUMNS)
    ours = f"c.relname IN ({names}) AND c.relnamespace = current_schema()::regnamespace"
    for table, kind in list(ask(f"SELECT c.relname, c.relkind::text FROM pg_class c WHERE {ours}")):
        yield f"table {table}" if kind == "r" else f"table {table} of kind {kind}"
    columns = (
        "SELECT table_name, column_name, data_type, is_nullable, column_default, is_generated "
        f"FROM information_schema.columns WHERE table_schema = current_schema() AND table_name IN ({names})"
    )
    for table, name, kind, nullable, default, generated in list(ask(columns)):
        more = "" if generated == "NEVER" else " generated"
        yield _column(table, name, f"{kind}{more}", nullable=nullable == "YES", default=default)
    yield from _constraints(ask, ours)
    triggers = (
        "SELECT t.tgenabled::text, pg_get_triggerdef(t.oid, true) FROM pg_trigger t JOIN pg_class c "
        f"ON c.oid = t.tgrelid WHERE NOT t.tgisinternal AND {ours}"
    )
    for enabled, text in list(ask(triggers)):
        yield _plain(f"trigger {enabled} {text}")
    rules = f"SELECT r.rulename, c.relname FROM pg_rewrite r JOIN pg_class c ON c.oid = r.ev_class WHERE {ours}"
    for name, table in list(ask(rules)):
        yield f"rule {name} on {table}"
    functions = (
        "SELECT prosrc FROM pg_proc WHERE proname = 'refuse_change' AND pronamespace = current_schema()::regnamespace"
    )
    for (source,) in list(ask(functions)):
        yield f"function refuse_change {_plain(source)}"


def _constraints(ask: Ask, ours: str) -> Iterator[str]:
    constraints = (
        "SELECT c.relname, n.contype::text, pg_get_constraintdef(n.oid), n.convalidated FROM pg_constraint n "
        f"JOIN pg_class c ON c.oid = n.conrelid WHERE n.contype IN ('p', 'u', 'f', 'c') AND {ours}"
    )
    for table, kind, text, sound in list(ask(constraints)):
        if kind == "c":
            yield from (f"check {table} {check}" for check in _checks(text))
        elif kind == "f":
            named = re.fullmatch(r"FOREIGN KEY \((\w+)\) REFERENCES (\w+)\((\w+)\)", text)
            yield f"foreign {table} ({named[1]}) {named[2]} ({named[3]})" if named and sound else f"foreign {text}"
        else:
            yield f"{'key' if kind == 'p' else 'unique'} {table} {text[text.index('(') :]}"
    indexes = (
        "SELECT i.relname, c.relname, pg_get_indexdef(x.indexrelid) FROM pg_index x JOIN pg_class c "
        "ON c.oid = x.indrelid JOIN pg_class i ON i.oid = x.indexrelid WHERE NOT EXISTS "
        f"(SELECT 1 FROM pg_constraint n WHERE n.conindid = x.indexrelid AND n.contype IN ('p', 'u')) AND {ours}"
    )
    for name, table, text in list(ask(indexes)):
        made = re.fullmatch(r"CREATE INDEX \w+ ON \S+ USING btree (\([\w, ]*\))(?: WHERE (.*))?", text)
        where = f" where {_bare(made[2])}" if made and made[2] else ""
        yield f"index {name} on {table} {made[1]}{where}" if made else f"index {text}"
