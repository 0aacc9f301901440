"""What is thrown at every address, by name. Each is data: bytes of a body, of a query, of headers."""

import gzip
import json
from typing import Any


def said(text: str = "oi", **more: Any) -> bytes:
    """A message in the words of every door that takes one, as UTF-8."""
    return json.dumps({"text": text, "message": text, **more}, ensure_ascii=False).encode()


def raw(inner: bytes) -> bytes:
    """A message beside JSON that no encoder would write."""
    return b'{"text": "oi", "message": "oi", ' + inner + b"}"


JSON = (b"Content-Type", b"application/json")
TEN_MB = 10_000_000

BODIES: dict[str, bytes] = {
    "nothing": b"",
    "10 MB": said("x" * TEN_MB),
    "100 000 lists": b"[" * 100_000 + b"]" * 100_000,
    "40 000 objects": b'{"a":' * 40_000 + b"1" + b"}" * 40_000,
    "33 levels in the context": raw(b'"context": ' + b"[" * 33 + b"]" * 33),
    "invalid UTF-8": b'{"text": "\xff\xfe", "message": "\xc3\x28"}',
    "a surrogate in UTF-8": b'{"text": "\xed\xa0\x80", "message": "\xed\xa0\x80"}',
    "a lone surrogate": b'{"text": "\\ud800", "message": "\\udfff"}',
    "NUL": b'{"text": "a\\u0000", "message": "a\\u0000"}',
    "NUL in a value": raw(b'"context": {"msisdn": "a\\u0000"}'),
    "a name twice": (
        b'{"text": "oi", "text": "x", "message": "oi", "message": 5, '
        b'"context": {"a": 1, "a": 2}}'
    ),
    "1e400": raw(b'"release": 1e400, "context": {"msisdn": 1e400}'),
    "10**5000": raw(b'"release": 1' + b"0" * 5000 + b', "context": {"msisdn": 1' + b"0" * 5000 + b"}"),
    "2**64": raw(b'"release": 18446744073709551616, "context": {"msisdn": 18446744073709551615}'),
    "a release before the first": raw(b'"release": -1'),
    "NaN": raw(b'"context": {"a": NaN}'),
    "Infinity": raw(b'"context": {"a": -Infinity}'),
    "12 000 fields": said(**{f"f{n}": n for n in range(12_000)}),
    "12 000 fields of context": said(context={f"f{n}": n for n in range(12_000)}),
    "100 000 numbers": said(context={"a": [0] * 100_000}),
    "every type but the right one": said(
        session_id=[], user_id={}, agent_id=7, payload=[1], context="x", metadata=3, release="x", seconds=[],
        rating={}, comment=[], mode=1, channel={}, tenant_id=[], conversation_id=5, message_id={},
    ),
    "objects for values": said(
        context={"msisdn": {"a": [1]}, "order_id": [1, 2], "customer_id": True},
        business_context={"customer_key": {}}
    ),
    "long names": said(session_id="x" * 5000, user_id="x" * 5000, agent_id="a" * 5000, message_id="x" * 5000),
    "a path for a session": said(session_id="../../etc/passwd", conversation_id="../../etc/passwd"),
    "control characters": said("\x01\x1b[31m\x7f", user_id="\x1b", session_id="\u202e"),
    "32 000 letters": said("x" * 32_000),
    "16 000 times eighteen letters": said("ﷺ" * 16_000),
    "10 000 times eighteen letters": said("ﷺ" * 10_000),
    "30 000 marks": said("a" + "\u0301" * 30_000),
    "16 000 marks out of order": said("a" + "\u0301\u0316" * 8_000),
    "5 000 times Sr.": said("sr. " * 4_000),
    "1 000 telephones": said("+55 11 99999-9999 " * 880),
    "UTF-16": said().decode().encode("utf-16"),
    "a byte order mark": b"\xef\xbb\xbf" + said(),
}  # fmt: skip

# (headers, body): what arrives in an odd wrapping.
WRAPPINGS: dict[str, tuple[tuple[tuple[bytes, bytes], ...], bytes]] = {
    "no type": ((), said()),
    "utf-16": (((b"Content-Type", b"application/json; charset=utf-16"),), said().decode().encode("utf-16")),
    "utf-7": (((b"Content-Type", b"application/json; charset=utf-7"),), b"+AHs-+AH0-"),
    "an unknown charset": (((b"Content-Type", b"application/json; charset=bogus"),), said()),
    "a form": (((b"Content-Type", b"application/x-www-form-urlencoded"),), b"text=oi&message=oi"),
    "a form in an unknown charset": (((b"Content-Type", b"application/x-www-form-urlencoded; charset=bogus"),
        ), b"a=\xff"),
    "a form in utf-16": (((b"Content-Type", b"application/x-www-form-urlencoded; charset=utf-16"),),
        b"a=\xff"),
    "12 000 fields of a form": (
        ((b"Content-Type", b"application/x-www-form-urlencoded"),),
        b"&".join(b"f%d=1" % n for n in range(12_000)),
    ),
    "parts without a boundary": (((b"Content-Type", b"multipart/form-data"),), said()),
    "parts with a long boundary": (((b"Content-Type", b"multipart/form-data; boundary=" + b"x" * 300),),
        said()),
    "5 000 files": (
        ((b"Content-Type", b"multipart/form-data; boundary=x"),),
        b"".join(
            b'--x\r\nContent-Disposition: form-data; name="f%d"; filename="../../%d"\r\n\r\na\r\n' % (n, n)
            for n in range(5_000)
        ) + b"--x--\r\n",
    ),
    "parts that never end": (
        ((b"Content-Type", b"multipart/form-data; boundary=x"),),
        (
            b'--x\r\nContent-Disposition: form-data; name="text"\r\nContent-Transfer-Encoding: '
            b'base64\r\n\r\n!!!!'
        ),
    ),
    "gzip": ((JSON, (b"Content-Encoding", b"gzip")), gzip.compress(said())),
    "a bomb": ((JSON, (b"Content-Encoding", b"gzip")), gzip.compress(b"0" * 20_000_000)),
    "an unknown encoding": ((JSON, (b"Content-Encoding", b"bogus")), b"\x00\x01"),
    "10 MB in chunks": (
        (JSON, (b"Transfer-Encoding", b"chunked")),
        (b"10000\r\n" + b"x" * 65536 + b"\r\n") * 160 + b"0\r\n\r\n",
    ),
    "100 000 chunks": ((JSON, (b"Transfer-Encoding", b"chunked")), b"1\r\nx\r\n" * 100_000 + b"0\r\n\r\n"),
    "a chunk of no length": ((JSON, (b"Transfer-Encoding", b"chunked")), b"zz\r\nabc\r\n0\r\n\r\n"),
    "a length below nothing": ((JSON, (b"Content-Length", b"-1")), said()),
    "two lengths": ((JSON, (b"Content-Length", b"4"), (b"Content-Length", b"5")), said()),
    "a length of thirty digits": ((JSON, (b"Content-Length", b"9" * 30)), said()),
}  # fmt: skip

HEADERS: dict[str, tuple[tuple[bytes, bytes], ...]] = {
    "60 KB": ((b"X-Long", b"x" * 60_000),),
    "1 000 of them": tuple((b"X-%d" % n, b"y") for n in range(1_000)),
    "cookies": ((b"Cookie", b"a=b;" * 10_000),),
    "cookies of ours": ((b"Cookie", (
        b"sessionid=%00\xff; csrftoken=\xff; "
        b"django_language=../../x; messages=x"
    )),),
    "a long credential": ((b"Authorization", b"Bearer " + b"x" * 50_000),),
    "a key that is none": ((b"Authorization", b"Bearer sb_live_" + b"\xff" * 40),),
    "a packed token": ((b"Authorization", b"Bearer .eJ" + b"A" * 3_000 + b":aaaa:bbbb"),),
    "another scheme": ((b"Authorization", b"Basic eDp5"),),
    "languages": ((b"Accept-Language", b",".join(b"aa-%d;q=0.%d" % (n, n % 10) for n in range(3_000))),),
    "a language of bytes": ((b"Accept-Language", b"\xff\xfe;q=1e400, x-" + b"y" * 3_000),),
    "kinds": ((b"Accept", b"a/b;q=x," * 5_000),),
    "a kind of bytes": ((b"Accept", b"\xff/;;;,,"),),
    "a foreign host": ((b"Host", b"evil.example"),),
    "a host of bytes": ((b"Host", b"local host\xff"),),
    "an Idempotency-Key": ((b"Idempotency-Key", b"\xff" * 5_000),),
    "a Last-Event-ID": ((b"Last-Event-ID", b"9" * 5_000 + b".1"),),
    "ranges and dates": ((b"Range", b"bytes=0-," * 1_000), (b"If-Modified-Since", b"x"),
        (b"If-None-Match", b'"' * 999)),
    "forwarding": ((b"X-Forwarded-For", b"1.1.1.1," * 3_000), (b"X-Forwarded-Host", b"evil.example")),
    "another method": ((b"X-HTTP-Method-Override", b"DELETE"),),
}  # fmt: skip

QUERIES: dict[str, bytes] = {
    "15 000 fields": b"a=b&" * 15_000,
    "one long name": b"a" * 60_000,
    "numbers below nothing": b"limit=-1&offset=-1&days=-1&p=-1&page=-1&last_event_id=-1",
    "long numbers": b"&".join(name + b"=" + b"9" * 5_000 for name in (b"limit", b"offset", b"days", b"p")),
    "numbers past 64 bits": (
        b"limit=99999999999999999999&offset=99999999999999999999&days=99999999999999999999"
        b"&p=99999999999999999999&id=99999999999999999999&id__exact=99999999999999999999"
    ),
    "no numbers": b"limit=1e400&days=NaN&offset=%D9%A3&p=Infinity",
    "NUL": b"&".join(
        name + b"=a%00b"
        for name in (
            b"tenant_id", b"agent_id", b"user_id", b"session_id", b"q", b"o", b"days", b"text", b"lang",
            b"profile",
            b"s", b"subject", b"mode", b"turn", b"page", b"agent", b"what", b"from", b"to", b"over",
            b"compare", b"term",
        )
    ),
    "no UTF-8": (
        b"tenant_id=%ff&agent_id=%ed%a0%80&q=%ff%fe&user_id=%ff&text=%ed%a0%80"
        b"&lang=%ff&term=%ed%a0%80&profile=%ff"
    ),
    "a raw byte": b"q=\xff&text=\xff&agent_id=\xfe",
    "half an escape": b"%zz=%&&&==;;",
    "filters nobody offers": (
        b"e=1&o=9.9.-9&pk__in=a&password__startswith=a&tenant__slug=tenant_a"
        b"&created_at__gte=x&_to_field=x"
    ),
    "a path and a foreign host": b"lang=../../etc&format=../x&next=//evil.example/&profile=../..&part=1",
    "a name twice": b"tenant_id=a&tenant_id=b&limit=1&limit=2&days=7&days=8",
    "a sign of eighteen letters": b"text=" + b"%EF%B7%BA" * 5_000,
}  # fmt: skip

METHODS = ("HEAD", "OPTIONS", "PUT", "PATCH", "DELETE", "TRACE", "BOGUS")

# Ends of an address, where a route takes a text.
SEGMENTS: dict[str, bytes] = {
    "a way up": b"..%2f..%2fetc%2fpasswd",
    "NUL": b"a%00b",
    "no UTF-8": b"%ff%ed%a0%80",
    "20 000 letters": b"a" * 20_000,
    "20 000 digits": b"9" * 20_000,
    "a line": b"a%0d%0aX-Made: up",
    "a quoted byte": b"_00_FF",
    "past 64 bits": b"99999999999999999999",
}

# What is put into every field of a form at once.
VALUES: dict[str, bytes] = {
    "NUL": b"a%00b",
    "no UTF-8": b"%ff%ed%a0%80",
    "a long number": b"9" * 400,
    "past 64 bits": b"-99999999999999999999",
    "no number": b"NaN",
    "1e400": b"1e400",
    "a list": b"[[[[[[[[1]]]]]]]]",
    "deep": b"[" * 20_000,
    "long": b"x" * 60_000,
    "marks": b"%cc%81%cc%96" * 5_000,
    "a pattern": b"(a%7ca)*(((a{999999})*)*",
    "a template": b"{{x}}%7B%25 load x %25%7D${ENV:SECRET_KEY}",
    "script": b"<script>alert(1)</script>",
}
