// Scans a file with the operator's virus scanner before it is stored: clamd, by the INSTREAM command of its manual.
import { connect, type NetConnectOpts, type Socket } from 'node:net';
import { ApiError } from '@heliograph/contract/errors.ts';
import type { Context } from '../../context.ts';
import { serviceFailures } from '../metrics.ts';

/** Maximum time without an answer, enough for a large file on a busy scanner. */
const TIMEOUT_MS = 60_000;
/** Maximum length of an answer, which is one line. */
const MAX_ANSWER = 1_000;
const DEFAULT_PORT = 3310;

/** Parses tcp://HOST:PORT or unix:/path/of/a/socket. */
function parseAddress(address: string): NetConnectOpts {
  const { protocol, hostname, port, pathname } = new URL(address);
  if (protocol === 'unix:') return { path: decodeURIComponent(pathname) };
  return { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port || DEFAULT_PORT) };
}

/** Returns the name of the virus found; null: none. Throws if the scanner returns no result. */
export async function scanFile(file: AsyncIterable<Uint8Array>, address: string): Promise<string | null> {
  const socket = connect(parseAddress(address));
  socket.setTimeout(TIMEOUT_MS, () => socket.destroy(new Error('the scanner does not answer')));
  const answer = answerOf(socket);
  // Awaited below, when all has been sent.
  answer.catch(() => {});
  try {
    await send(socket, Buffer.from('zINSTREAM\0'));
    for await (const bytes of file) {
      if (bytes.length === 0) continue;
      await send(socket, lengthOf(bytes.length));
      await send(socket, bytes);
    }
    await send(socket, lengthOf(0));
  } catch (error) {
    // The scanner may already have sent the reason why it stops reading, such as a file above its limit.
    socket.destroy(error as Error);
  }
  try {
    const result = await answer;
    if (result === 'stream: OK') return null;
    const virus = /^stream: (.+) FOUND$/.exec(result)?.[1];
    if (virus === undefined) throw new Error(`unexpected answer of the scanner: ${result}`);
    return virus;
  } finally {
    socket.destroy();
  }
}

/** Returns the refusal of a file in which the operator's scanner finds a virus; null: none found, or no scanner configured. Throws fileNotScanned if the scanner returns no result. */
export async function scanForViruses(
  { config, log }: Pick<Context, 'config' | 'log'>,
  file: AsyncIterable<Uint8Array>,
): Promise<ApiError | null> {
  if (config.virusScanner === undefined) return null;
  let virus: string | null;
  try {
    virus = await scanFile(file, config.virusScanner);
  } catch (error) {
    serviceFailures.inc({ service: 'virusScanner' });
    log.error({ err: error }, 'a file could not be scanned by VIRUS_SCANNER');
    throw new ApiError('fileNotScanned');
  }
  if (virus !== null) log.warn({ found: virus }, 'a file was refused by VIRUS_SCANNER');
  return virus === null ? null : new ApiError('fileInfected', { found: virus.slice(0, 100) });
}

/** Yields a complete file as one chunk. */
export async function* singleChunk(file: Uint8Array): AsyncGenerator<Uint8Array> {
  yield file;
}

function lengthOf(bytes: number): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes);
  return length;
}

const send = (socket: Socket, bytes: Uint8Array): Promise<void> =>
  new Promise((sent, failed) => {
    socket.write(bytes, (error) => (error ? failed(error) : sent()));
  });

/** Reads the answer without its terminating NUL. */
const answerOf = (socket: Socket): Promise<string> =>
  new Promise((resolve, failed) => {
    let text = '';
    socket.on('data', (piece: Buffer) => {
      text += piece.toString('latin1');
      const end = text.indexOf('\0');
      if (end >= 0) resolve(text.slice(0, end));
      else if (text.length > MAX_ANSWER) failed(new Error('the answer of the scanner is too long'));
    });
    socket.on('error', failed);
    socket.once('close', () => failed(new Error('the scanner closed the connection')));
  });
