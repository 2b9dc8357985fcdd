// Asks the operator's virus scanner about a file before it is kept: clamd, whose words are those of its manual (INSTREAM).
import { connect, type NetConnectOpts, type Socket } from 'node:net';
import { Refusal } from '@heliograph/contract/errors.ts';
import type { Context } from '../../context.ts';

/** A large file on a busy scanner; a longer silence is none. */
const SILENCE_MS = 60_000;
/** Of an answer, which is one line. */
const MAX_ANSWER = 1_000;
const USUAL_PORT = 3310;

/** tcp://HOST:PORT, or unix:/path/of/a/socket. */
function placeOf(address: string): NetConnectOpts {
  const { protocol, hostname, port, pathname } = new URL(address);
  if (protocol === 'unix:') return { path: decodeURIComponent(pathname) };
  return { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port || USUAL_PORT) };
}

/** What was found in it; null: nothing. Throws when the scanner does not say. */
export async function scanFile(file: AsyncIterable<Uint8Array>, address: string): Promise<string | null> {
  const socket = connect(placeOf(address));
  socket.setTimeout(SILENCE_MS, () => socket.destroy(new Error('the scanner does not answer')));
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
    // It may have said before why it takes no more, as of a file that is too long for it.
    socket.destroy(error as Error);
  }
  try {
    const said = await answer;
    if (said === 'stream: OK') return null;
    const found = /^stream: (.+) FOUND$/.exec(said)?.[1];
    if (found === undefined) throw new Error(`the scanner says: ${said}`);
    return found;
  } finally {
    socket.destroy();
  }
}

/** Refuses what the operator's scanner finds something in; and, as nobody knows then, what it says nothing of. */
export async function mustBeClean(
  { config, log }: Pick<Context, 'config' | 'log'>,
  file: AsyncIterable<Uint8Array>,
): Promise<Refusal | null> {
  if (config.virusScanner === undefined) return null;
  let found: string | null;
  try {
    found = await scanFile(file, config.virusScanner);
  } catch (error) {
    log.error({ err: error }, 'a file could not be looked through by VIRUS_SCANNER');
    throw new Refusal('fileNotScanned');
  }
  if (found !== null) log.warn({ found }, 'a file was refused by VIRUS_SCANNER');
  return found === null ? null : new Refusal('fileInfected', { found: found.slice(0, 100) });
}

/** A file that is there as a whole. */
export async function* inOne(file: Uint8Array): AsyncGenerator<Uint8Array> {
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

/** Without the sign at its end. */
const answerOf = (socket: Socket): Promise<string> =>
  new Promise((told, failed) => {
    let text = '';
    socket.on('data', (piece: Buffer) => {
      text += piece.toString('latin1');
      const end = text.indexOf('\0');
      if (end >= 0) told(text.slice(0, end));
      else if (text.length > MAX_ANSWER) failed(new Error('the scanner says too much'));
    });
    socket.on('error', failed);
    socket.once('close', () => failed(new Error('the scanner has gone')));
  });
