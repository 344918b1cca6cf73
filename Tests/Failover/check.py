"""Whether what was acknowledged is stored, once, and counted, once."""

from __future__ import annotations

from dataclasses import dataclass, field

from cluster import Cluster
from load import Answers
from nodes import Nodes

# In the order of their lines, each a number.
QUESTIONS = """
SELECT count(*) FROM known k WHERE k.is_acknowledged AND NOT EXISTS (SELECT FROM stored s WHERE s.id = k.id);
SELECT coalesce(sum(n - 1), 0) FROM stored;
SELECT count(*) FROM known k JOIN stored s USING (id) WHERE NOT k.is_acknowledged;
SELECT count(*) FROM stored s WHERE NOT EXISTS (SELECT FROM known k WHERE k.id = s.id);
SELECT coalesce(sum(n), 0) FROM stored;
SELECT count(*) FROM stored;
SELECT count(DISTINCT id) FROM event WHERE kind = 'impression';
"""


@dataclass
class Verdict:
    missing: int = 0
    twice: int = 0
    # Stored, but the answer was lost, and the load ended before it was repeated.
    unacknowledged: int = 0
    problems: list[str] = field(default_factory=list)


def check(cluster: Cluster, nodes: Nodes, all_answers: list[Answers], asks: bool) -> Verdict:
    """Checks all that this cluster has ever acknowledged, on the primary, while nothing is written.

    asks: Whether the servers answer, so that they can say what they have counted.
    """
    primary = cluster.primary()
    verdict = Verdict()
    known: dict[str, str] = {}
    for answers in all_answers:
        known |= dict.fromkeys(answers.sent, "f")
        known |= dict.fromkeys(answers.acknowledged, "t")
    script = [
        "CREATE TEMPORARY TABLE known (id text COLLATE \"C\" PRIMARY KEY, is_acknowledged boolean);",
        "COPY known FROM STDIN;", *(f"{id}\t{flag}" for id, flag in known.items()), "\\.",
        "CREATE TEMPORARY TABLE stored AS",
        "SELECT id COLLATE \"C\" AS id, count(*) AS n FROM event GROUP BY 1;",
        "ANALYZE known; ANALYZE stored;", QUESTIONS,
    ]
    numbers = [int(line) for line in primary.sql("\n".join(script), "martlet").splitlines()]
    missing, twice, verdict.unacknowledged, strangers, rows, distinct, impressions = numbers
    verdict.missing, verdict.twice = missing, twice
    if strangers:
        verdict.problems.append(f"{strangers} events are stored that nobody sent")
    # All ids must be there at the standbys too.
    for member in cluster.members:
        there = int(member.sql("SELECT count(*) FROM event", "martlet"))
        if there != rows:
            verdict.problems.append(f"{member.name} has {there} events, and the primary {rows}")
    if asks:
        compare_counters(verdict, nodes, distinct, impressions)
    verdict.problems += nodes.verify(f"postgres://martlet@{primary.address}:{primary.port}/martlet")
    return verdict


def compare_counters(verdict: Verdict, nodes: Nodes, distinct: int, impressions: int):
    counts = nodes.ask("GET", "/api/v1/events/counts")
    compare(verdict, "events", counts["total"], distinct)
    compare(verdict, "impressions", counts["by_kind"].get("impression", 0), impressions)
    totals = nodes.ask("GET", f"/api/v1/campaigns/{nodes.campaign}/report")["totals"]
    compare(verdict, "impressions of the campaign", totals["impressions"], impressions)


def compare(verdict: Verdict, what: str, counted: int, distinct: int):
    if counted != distinct:
        verdict.problems.append(f"the counters say {counted} {what}, and {distinct} are stored")
        verdict.twice = max(verdict.twice, counted - distinct)
        verdict.missing = max(verdict.missing, distinct - counted)
