// Simulates a microinverter: captured frames, posted as a device posts them.
import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { resolve } from 'node:path';

const CAPTURED = resolve(import.meta.dirname, '../../server/test/data/bdm-frames.csv');

/** Returns the captured frames of one serial number in the order of the file, as hex. */
export function capturedFrames(sn: string): string[] {
  const [head, ...rows] = readFileSync(CAPTURED, 'utf8')
    .trim()
    .split(/\r?\n/)
    .map((row) => row.split(','));
  const column = (name: string) => head!.indexOf(name);
  return rows.filter((row) => row[column('serial')] === sn).map((row) => row[column('frame_hex')]!);
}

/** Returns the frame as another device would send it: with its serial number and the matching checksums. */
export function sentBy(sn: string, frameHex: string): string {
  const frame = Buffer.from(frameHex, 'hex');
  const at = frame.indexOf(Buffer.from('c3c3c3c3', 'hex')) + 4;
  Buffer.from(sn, 'hex').reverse().copy(frame, at);
  let sum = 0;
  let xor = 0;
  for (const byte of frame.subarray(1, -2)) {
    sum += byte;
    xor ^= byte;
  }
  frame[frame.length - 2] = sum & 0xff;
  frame[frame.length - 1] = xor;
  return frame.toString('hex');
}

/** Posts one frame as bare bytes without a content type, as devices do; resolves to the HTTP status once the server has committed. */
export function postFrame(url: string, frameHex: string): Promise<number> {
  const body = Buffer.from(frameHex, 'hex');
  return new Promise((done, failed) => {
    const post = request(`${url}/i.php`, { method: 'POST', headers: { 'content-length': body.length } }, (answer) => {
      answer.resume().once('end', () => done(answer.statusCode ?? 0));
    });
    post.once('error', failed).end(body);
  });
}
