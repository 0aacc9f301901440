"""A picture in 256 colours, a third of the size: the browser looks at the pixels, zlib writes the file."""

import base64
import struct
import zlib
from typing import Any

# The 256 most frequent colours; every other pixel takes the nearest of them.
REDUCE = """async (picture) => {
    const image = new Image();
    image.src = "data:image/png;base64," + picture;
    await image.decode();
    const canvas = new OffscreenCanvas(image.width, image.height);
    const context = canvas.getContext("2d");
    context.drawImage(image, 0, 0);
    const pixels = new Uint32Array(context.getImageData(0, 0, image.width, image.height).data.buffer);
    const counts = new Map();
    for (const pixel of pixels) counts.set(pixel, (counts.get(pixel) || 0) + 1);
    const palette = [...counts].sort((a, b) => b[1] - a[1]).slice(0, 256).map(([colour]) => colour);
    const part = (colour, at) => (colour >>> (8 * at)) & 255;
    const near = new Map();
    const nearest = (colour) => {
        if (!near.has(colour)) {
            let best = 0, least = Infinity;
            palette.forEach((other, at) => {
                const far = [0, 1, 2].reduce((sum, n) => sum + (part(colour, n) - part(other, n)) ** 2, 0);
                if (far < least) [best, least] = [at, far];
            });
            near.set(colour, best);
        }
        return near.get(colour);
    };
    const row = new Uint8Array(image.width);
    const rows = [];
    for (let y = 0; y < image.height; y++) {
        for (let x = 0; x < image.width; x++) row[x] = nearest(pixels[y * image.width + x]);
        rows.push(btoa(String.fromCharCode(...row)));
    }
    return {width: image.width, rows, palette: palette.map((colour) => [0, 1, 2].map((at) => part(colour,
    at)))};
}"""


def reduced(page: Any, picture: bytes) -> bytes:
    """The PNG with a palette. `page` is any page without a policy of its own, about:blank for example."""
    seen = page.evaluate(REDUCE, base64.b64encode(picture).decode())
    rows = [base64.b64decode(row) for row in seen["rows"]]
    head = struct.pack(">IIBBBBB", seen["width"], len(rows), 8, 3, 0, 0, 0)
    palette = bytes(value for colour in seen["palette"] for value in colour)
    pixels = zlib.compress(b"".join(b"\0" + row for row in rows), 9)
    chunks = ((b"IHDR", head), (b"PLTE", palette), (b"IDAT", pixels), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(kind, data) for kind, data in chunks)


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
