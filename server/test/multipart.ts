// Requests with files as a browser sends them, and minimal pictures.
import sharp from 'sharp';

const BOUNDARY = '----heliograph-test';

export interface Part {
  name: string;
  value: string | Uint8Array;
  filename?: string;
  type?: string;
}

export function multipartOf(parts: readonly Part[]): { headers: Record<string, string>; payload: Buffer } {
  const chunks = parts.flatMap(({ name, value, filename = 'file', type }) => {
    const isFile = typeof value !== 'string';
    const disposition = `form-data; name="${name}"${isFile ? `; filename="${filename}"` : ''}`;
    const kind = type ?? (isFile ? 'application/octet-stream' : '');
    const head = `--${BOUNDARY}\r\ncontent-disposition: ${disposition}\r\n${kind && `content-type: ${kind}\r\n`}\r\n`;
    return [Buffer.from(head), Buffer.from(value), Buffer.from('\r\n')];
  });
  return {
    headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
    payload: Buffer.concat([...chunks, Buffer.from(`--${BOUNDARY}--\r\n`)]),
  };
}

/** Encodes a body as multipart if one of its fields is a file, else as JSON. */
export function payloadOf(body: unknown): { headers: Record<string, string>; payload: Buffer | string } {
  const fields = body && typeof body === 'object' && !Array.isArray(body) ? Object.entries(body) : [];
  if (!fields.some(([, value]) => value instanceof Uint8Array))
    return { headers: { 'content-type': 'application/json' }, payload: JSON.stringify(body) };
  return multipartOf(
    fields.map(([name, value]) => ({ name, value: value instanceof Uint8Array ? value : textOf(value) })),
  );
}

/** An odd value may be an object that cannot become a text. */
function textOf(value: unknown): string {
  try {
    return String(value);
  } catch {
    return JSON.stringify(value);
  }
}

const png = (width: number, height: number): Uint8Array<ArrayBuffer> => {
  const bytes = new Uint8Array(33);
  bytes.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52]);
  new DataView(bytes.buffer).setUint32(16, width);
  new DataView(bytes.buffer).setUint32(20, height);
  bytes.set([8, 6, 0, 0, 0], 24);
  return bytes;
};

/** Headers of each picture format, as far as the portal reads them. */
export const pictures = {
  png,
  jpeg: (width: number, height: number): Uint8Array<ArrayBuffer> =>
    // An application segment with bytes that look like a frame, a table, then the frame.
    new Uint8Array([
      ...[0xff, 0xd8, 0xff, 0xe1, 0, 8, 0xff, 0xc0, 0, 17, 8, 0, 0xff, 0xc4, 0, 4, 0, 0, 0xff, 0xff],
      ...[0xc2, 0, 11, 8, height >> 8, height & 255, width >> 8, width & 255, 1, 1, 17, 0],
    ]),
  webp: (width: number, height: number, kind: 'VP8 ' | 'VP8L' | 'VP8X'): Uint8Array<ArrayBuffer> => {
    const bytes = new Uint8Array(40);
    const view = new DataView(bytes.buffer);
    bytes.set(new TextEncoder().encode(`RIFF    WEBP${kind}`));
    if (kind === 'VP8X') {
      view.setUint32(24, width - 1, true);
      view.setUint32(27, height - 1, true);
    } else if (kind === 'VP8L') {
      view.setUint8(20, 0x2f);
      view.setUint32(21, (width - 1) | ((height - 1) << 14), true);
    } else {
      bytes.set([0x9d, 0x01, 0x2a], 23);
      view.setUint16(26, width, true);
      view.setUint16(28, height, true);
    }
    return bytes;
  },
};

/** A picture that can be re-encoded. */
export async function drawnPng(width = 8, height = 6): Promise<Uint8Array<ArrayBuffer>> {
  const drawn = sharp({ create: { width, height, channels: 3, background: '#7a4a1e' } }).png();
  return new Uint8Array(await drawn.toBuffer());
}
