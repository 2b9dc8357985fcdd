// Detects a picture by its first bytes: type, width and height. Its name and declared type are ignored.

export interface Picture {
  type: 'image/png' | 'image/jpeg' | 'image/webp';
  width: number;
  height: number;
}

/** Returns type and size; null if it is none of the three types, or ends before its size. */
export function pictureOf(bytes: Uint8Array): Picture | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  try {
    const size = pngSize(view) ?? webpSize(view) ?? jpegSize(view);
    return size && size.width > 0 && size.height > 0 ? size : null;
  } catch (error) {
    // Read past the end.
    if (error instanceof RangeError) return null;
    throw error;
  }
}

function textAt(view: DataView, at: number, length: number): string {
  return String.fromCharCode(...Array.from({ length }, (_, n) => view.getUint8(at + n)));
}

function pngSize(view: DataView): Picture | null {
  if (view.getUint32(0) !== 0x89504e47 || view.getUint32(4) !== 0x0d0a1a0a) return null;
  if (textAt(view, 12, 4) !== 'IHDR') return null;
  return { type: 'image/png', width: view.getUint32(16), height: view.getUint32(20) };
}

function webpSize(view: DataView): Picture | null {
  if (textAt(view, 0, 4) !== 'RIFF' || textAt(view, 8, 4) !== 'WEBP') return null;
  const type = 'image/webp';
  const kind = textAt(view, 12, 4);
  const threeBytes = (at: number) => view.getUint16(at, true) | (view.getUint8(at + 2) << 16);
  if (kind === 'VP8X') return { type, width: threeBytes(24) + 1, height: threeBytes(27) + 1 };
  if (kind === 'VP8L' && view.getUint8(20) === 0x2f) {
    const bits = view.getUint32(21, true);
    return { type, width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
  }
  // A key frame begins with these three bytes.
  if (kind === 'VP8 ' && threeBytes(23) === 0x2a019d)
    return { type, width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff };
  return null;
}

/** Skips segments until the frame header, which contains the size. */
function jpegSize(view: DataView): Picture | null {
  if (view.getUint16(0) !== 0xffd8) return null;
  for (let at = 2; ; ) {
    if (view.getUint8(at) !== 0xff) return null;
    const marker = view.getUint8(at + 1);
    // Any number of fill bytes may precede a marker.
    if (marker === 0xff) {
      at++;
      continue;
    }
    // Frames of every coding, without tables (C4), reserved (C8) and conditions (CC).
    if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker))
      return { type: 'image/jpeg', height: view.getUint16(at + 5), width: view.getUint16(at + 7) };
    // The picture's data, or its end, before a frame.
    if (marker === 0xda || marker === 0xd9) return null;
    const length = view.getUint16(at + 2);
    if (length < 2) return null;
    at += 2 + length;
  }
}
