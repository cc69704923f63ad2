"""SMTP sink: takes every message, offers PLAIN and LOGIN but no TLS."""

import email
import email.policy
import socketserver
import threading
import time

from live.standins.world import World


class SmtpSink(socketserver.ThreadingTCPServer):
    """The port for mail."""

    allow_reuse_address = True
    daemon_threads = True

    def __init__(self, address: tuple[str, int], world: World) -> None:
        self.world = world
        super().__init__(address, _Session)

    @property
    def port(self) -> int:
        """The port, which the system may have chosen."""
        return int(self.server_address[1])

    def start(self) -> None:
        """Serve in a thread."""
        threading.Thread(target=self.serve_forever, args=(0.1,), daemon=True).start()

    def stop(self) -> None:
        """Close the port."""
        self.shutdown()
        self.server_close()


class _Session(socketserver.StreamRequestHandler):
    timeout = 60
    server: SmtpSink  # pyright: ignore[reportIncompatibleVariableOverride] no other server uses this handler
    sender = ""
    recipients: tuple[str, ...] = ()

    def say(self, text: str) -> None:
        self.wfile.write(text.encode() + b"\r\n")

    def line(self) -> str:
        return self.rfile.readline(65536).decode("utf-8", "replace").rstrip("\r\n")

    def handle(self) -> None:
        fault = self.server.world.faults.pick(("smtp",), "/")
        if fault and fault.kind == "close":
            return
        if fault and fault.kind == "slow":
            time.sleep(fault.value)
            fault = None
        self.say("220 lab.invalid ESMTP stand-in")
        while True:
            text = self.line()
            if not text:
                return
            verb, _, rest = text.partition(" ")
            verb = verb.upper()
            if verb == "QUIT":
                self.say("221 bye")
                return
            self.answer(verb, rest, refusing=fault is not None)

    def answer(self, verb: str, rest: str, *, refusing: bool) -> None:
        if verb == "EHLO":
            self.say("250-lab.invalid\r\n250-8BITMIME\r\n250-SMTPUTF8\r\n250-AUTH PLAIN LOGIN\r\n250 SIZE 33554432")
        elif verb in ("HELO", "NOOP", "RSET"):
            self.say("250 ok")
        elif verb == "AUTH":
            self.authenticate(rest)
        elif verb == "MAIL":
            self.sender, self.recipients = _address(rest), ()
            self.say("451 not now" if refusing else "250 ok")
        elif verb == "RCPT":
            self.recipients = (*self.recipients, _address(rest))
            self.say("250 ok")
        elif verb == "DATA":
            self.say("354 go on")
            self.keep(self.message())
            self.say("250 kept")
        else:
            self.say("502 not known here")

    def authenticate(self, rest: str) -> None:
        """Any user and any password will do."""
        mechanism, _, initial = rest.partition(" ")
        if mechanism.upper() == "LOGIN":
            if not initial:
                self.say("334 VXNlcm5hbWU6")
                self.line()
            self.say("334 UGFzc3dvcmQ6")
            self.line()
        elif not initial:
            self.say("334 ")
            self.line()
        self.say("235 welcome")

    def message(self) -> bytes:
        lines: list[bytes] = []
        while (line := self.rfile.readline(1 << 20)) not in (b".\r\n", b".\n", b""):
            lines.append(line[1:] if line.startswith(b"..") else line)
        return b"".join(lines)

    def keep(self, data: bytes) -> None:
        message = email.message_from_bytes(data, policy=email.policy.default)
        part = message.get_body(("html", "plain"))
        self.server.world.mails.append(
            {
                "time": time.strftime("%Y-%m-%dT%H:%M:%S"),
                "from": self.sender,
                "to": list(self.recipients),
                "subject": str(message["subject"]),
                "headers": {name: str(value) for name, value in message.items()},
                "body": part.get_content() if part else "",
            }
        )


def _address(text: str) -> str:
    """'FROM:<a@b> SIZE=10' -> 'a@b'"""
    return text.partition("<")[2].partition(">")[0] or text.partition(":")[2].strip()
