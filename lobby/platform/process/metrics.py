"""Which metrics does a process record? Declared here, counted where things happen, exposed by `lobby.operations.exposition`.

Metrics are totals over all matches. None names a match, a seat or a person, so they reveal only how busy the site is.
"""

from prometheus_client import Counter, Gauge, Histogram, Info

SHORT = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
"""Histogram buckets in seconds."""

BUILD = Info("fogbound_build", "Which release runs in this process, on which Python and Django.")
SOCKETS = Gauge("fogbound_sockets", "Match sockets that are open in this process.")
SHED = Counter("fogbound_sockets_shed", "Sockets of matches and of the lobby closed because their reader was too slow.")
MESSAGES = Counter("fogbound_socket_messages", "Messages that came in over match sockets, by type.", ["type"])
REFUSALS = Counter(
    "fogbound_socket_refusals",
    "Messages over match sockets that were refused, and handshakes with a bad token or too many of them, by code.",
    ["code"],
)
ORDERS = Counter(
    "fogbound_orders", "Orders that came to the journal, by who gave them and what became of them.", ["by", "result"]
)
ACK_SECONDS = Histogram(
    "fogbound_ack_seconds", "From the arrival of orders over a socket to their acknowledgement.", buckets=SHORT
)
RESOLVE_SECONDS = Histogram(
    "fogbound_resolve_seconds", "What the engine took to resolve a step.", ["game"], buckets=SHORT
)
STEPS = Counter("fogbound_steps", "Steps that this process resolved and saved.", ["game"])
FAULTS = Counter("fogbound_faults", "Matches that this process paused because their game failed.")
WAKEUPS_HEALED = Counter(
    "fogbound_wakeups_healed", "News that no wake-up call told of; found by the regular look and delivered late."
)
BOT_SECONDS = Histogram("fogbound_bot_seconds", "What a built-in bot took to decide.", ["game", "bot"], buckets=SHORT)
PROGRAM_SECONDS = Histogram(
    "fogbound_program_seconds", "What people's programs took for one step.", ["game"], buckets=SHORT
)
TASKS = Gauge("fogbound_tasks", "Tasks on the event loop of this process; at rest always the same number.")
TIMERS = Gauge("fogbound_timers", "Calls that the event loop of this process will make at a later time.")
LOOP_SECONDS = Gauge(
    "fogbound_loop_seconds", "What the event loop of this process takes to answer a scrape; 3 if it does not."
)
REQUEST_PLACES = Gauge(
    "fogbound_request_places",
    "Places for requests in this process: all, and those that long requests may hold.",
    ["kind"],
)
REQUESTS = Gauge("fogbound_requests", "Requests that hold a place in this process.", ["kind"])
REQUESTS_WAITING = Gauge("fogbound_requests_waiting", "Requests that wait for a place in this process.")
REQUESTS_REFUSED = Counter(
    "fogbound_requests_refused",
    "Requests refused at once: 429, one visitor has too many at the same time; 503, all people together.",
    ["kind", "status"],
)
NOTICES = Counter("fogbound_notices", "Notices that this process has written, by kind.", ["kind"])
DELIVERIES = Counter(
    "fogbound_deliveries",
    "What this process has sent of notices and letters, by way and what became of it: sent, untrue, refused, given up, unknown.",
    ["way", "result"],
)
RESPONSES = Counter(
    "fogbound_responses", "Answers to requests, by the route of the address and the status.", ["route", "status"]
)
RESPONSE_SECONDS = Histogram(
    "fogbound_response_seconds",
    "From the place of a request to its answer, without the file that is sent after it, by kind of request.",
    ["kind"],
    buckets=SHORT,
)
CLOCK_SET = Counter("fogbound_clock_set", "How often this process has noticed that its machine's clock was set.")
