"""King's Corners as a pure library: rules, deals, matches, views, records, computer players.

Nothing in here reads a clock, a file or a socket, and every value is immutable. The sentences
cited as "rule 2.3" are those of docs/rules.md.
"""

VERSION = "1"
"""Version of the rules' behaviour, written into every match: replays of an older one stay true."""
