"""Benchmarks: each figure stands beside a limit that was measured in the same run."""
