"""What is done to the cluster and to the servers, and how it is undone."""

from __future__ import annotations

import signal
import time
from collections.abc import Callable
from dataclasses import dataclass

import processes
from cluster import Cluster, Member, State
from load import Load
from nodes import Nodes


@dataclass
class Scene:
    """Where a harm happens."""

    cluster: Cluster
    nodes: Nodes
    load: Load
    # Who was what before.
    before: State
    say: Callable[[str], None]

    @property
    def primary(self) -> Member:
        return self.before.leader

    @property
    def standby(self) -> Member:
        return self.before.synchronous

    @property
    def beyond_the_lease(self) -> float:
        """Seconds after which there is another primary, with time to spare."""
        return self.cluster.timing.ttl + 10

    def wait_for_writes(self, seconds: float = 60):
        """Waits until something is acknowledged that was sent after the harm."""
        since = time.monotonic() + 0.5
        processes.wait(
            "events are acknowledged again", lambda: self.load.acknowledged_since(since), seconds, 0.05)

    def pass_time(self, seconds: float):
        """The harm itself lasts this long."""
        time.sleep(seconds)


@dataclass
class Harm:
    name: str
    meaning: str
    # Seconds without an acknowledgement at most.
    bound: float
    run: Callable[[Scene], None]
    needs_isolation: bool = False


def kill_postgres(scene: Scene):
    scene.say(f"kills PostgreSQL of the primary, {scene.primary.name}")
    scene.primary.kill_postgres()
    scene.wait_for_writes()


def kill_machine(scene: Scene):
    scene.say(f"kills all of the primary, {scene.primary.name}")
    scene.primary.kill()
    try:
        scene.wait_for_writes()
    finally:
        scene.primary.start()


def pause_machine(scene: Scene):
    scene.say(f"pauses all of the primary, {scene.primary.name}, for {scene.beyond_the_lease:.0f} s")
    scene.primary.pause()
    try:
        scene.pass_time(scene.beyond_the_lease)
    finally:
        scene.primary.resume()
    scene.wait_for_writes()


def kill_standby(scene: Scene):
    scene.say(f"kills all of the synchronous standby, {scene.standby.name}")
    scene.standby.kill()
    try:
        scene.wait_for_writes()
    finally:
        scene.standby.start()


def pause_standby(scene: Scene):
    seconds = scene.beyond_the_lease
    scene.say(f"pauses all of the synchronous standby, {scene.standby.name}, for {seconds:.0f} s")
    scene.standby.pause()
    try:
        scene.pass_time(scene.beyond_the_lease)
    finally:
        scene.standby.resume()
    scene.wait_for_writes()


def switch_over(scene: Scene):
    scene.say(f"makes {scene.standby.name} the primary instead of {scene.primary.name}, as planned")
    scene.cluster.switch_over(scene.before)
    scene.wait_for_writes()


def pause_postgres(scene: Scene):
    seconds = scene.beyond_the_lease + 10
    scene.say(f"pauses PostgreSQL of the primary, {scene.primary.name}, but not Patroni, for {seconds:.0f} s")
    scene.primary.pause(scene.primary.postgres)
    try:
        scene.pass_time(seconds)
    finally:
        scene.primary.resume()
    scene.wait_for_writes()


def cut_network(scene: Scene):
    scene.say(f"cuts the network of the primary, {scene.primary.name}, for {scene.beyond_the_lease:.0f} s")
    scene.cluster.network.cut(scene.primary.number)
    try:
        scene.pass_time(scene.beyond_the_lease)
    finally:
        scene.cluster.network.mend(scene.primary.number)
    scene.wait_for_writes()


def fill_disk(scene: Scene):
    primary = scene.primary
    others = [member for member in scene.cluster.members if member is not primary]
    scene.say(f"leaves no room for the log of the primary, {primary.name}, until another is the primary")
    primary.fill_disk()
    try:
        primary.use_up_log()
        processes.wait("another is the primary", lambda: any(one.ask("/primary") for one in others), 60)
        scene.wait_for_writes()
    finally:
        primary.free_disk()


def no_room(scene: Scene):
    scene.say(f"leaves no room on the disk of the primary, {scene.primary.name}, for 8 s")
    scene.primary.fill_disk()
    try:
        scene.pass_time(8)
    finally:
        scene.primary.free_disk()
    scene.wait_for_writes()


def kill_node(scene: Scene):
    node = scene.nodes.nodes[0]
    scene.say(f"kills a Martlet server, {node.name}, and starts it again after 10 s")
    node.kill()
    scene.pass_time(10)
    node.start()
    scene.wait_for_writes()


def pause_node(scene: Scene):
    node = scene.nodes.nodes[0]
    scene.say(f"pauses a Martlet server, {node.name}, for 20 s")
    node.send(signal.SIGSTOP)
    try:
        scene.pass_time(20)
    finally:
        node.send(signal.SIGCONT)
    scene.wait_for_writes()


HARMS = [
    Harm("kill-postgres", "PostgreSQL of the primary is killed", 12, kill_postgres),
    Harm("kill-machine", "Patroni and PostgreSQL of the primary are killed", 22, kill_machine),
    Harm("pause-machine", "the primary is paused beyond its lease, then goes on", 22, pause_machine),
    Harm("pause-postgres", "PostgreSQL of the primary is paused, but not Patroni", 22, pause_postgres),
    Harm("cut-network", "nobody reaches the primary, and it reaches nobody", 22, cut_network, True),
    Harm("full-disk", "the disk of the primary is full, and its log cannot grow", 22, fill_disk, True),
    Harm("no-room", "the disk of the primary is full for 8 s", 22, no_room, True),
    Harm("switch-over", "another primary is chosen on purpose", 12, switch_over),
    Harm("kill-standby", "the synchronous standby is killed", 12, kill_standby),
    Harm("pause-standby", "the synchronous standby is paused", 12, pause_standby),
    Harm("kill-node", "a Martlet server is killed in the middle of work", 12, kill_node),
    Harm("pause-node", "a Martlet server is paused in the middle of work", 12, pause_node),
]
