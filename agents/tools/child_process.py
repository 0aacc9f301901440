"""Becomes another program that is killed when the process which started it is gone.

`child_process.py PARENT PROGRAM ...`.

Run as a file, not as a module: whatever it imported would be paid for at every start of a stdio server. The
kernel's promise (prctl, Linux) outlives exec; elsewhere a server is left to notice that its input has ended.
"""

import os
import signal
import sys

PR_SET_PDEATHSIG = 1


def main(parent: int, program: str, *arguments: str) -> None:
    """Never returns; ends at once when the parent has ended before the kernel was told."""
    if sys.platform == "linux":
        import ctypes

        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, int(signal.SIGKILL), 0, 0, 0)
    if os.getppid() != parent:
        sys.exit(1)
    os.execv(program, [program, *arguments])  # noqa: S606 - what settings name, and no shell


if __name__ == "__main__":
    main(int(sys.argv[1]), *sys.argv[2:])
