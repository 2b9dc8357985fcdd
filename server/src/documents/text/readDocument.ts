// Reads a document's text in a process of its own, which may take so much memory and time and no more: what is odd in a file ends that process, not the server.
import { spawn } from 'node:child_process';
import { dirname, join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import type { DocumentType } from '@heliograph/contract/documents.ts';
import { MAX_DOCUMENT_PAGES } from '@heliograph/contract/limits.ts';
import type { DocumentAnswer, DocumentTexts, Order } from './texts.ts';

/** Why it is not taken. */
export class DocumentError extends Error {
  readonly reason: 'type' | 'unreadable';
  constructor(reason: 'type' | 'unreadable') {
    super(reason);
    this.reason = reason;
  }
}

const LIMITS = {
  pagesMost: MAX_DOCUMENT_PAGES,
  lettersMost: 4_000_000,
  lettersEach: 20_000,
  unpackedBytes: 134_217_728,
};
const LONGEST_MS = 60_000;
/** Of its data, in KB: node itself takes half of it at its start. */
const MEMORY_KB = 1_200_000;
const HEAP_MB = 384;
/** Letters as JSON writes them. */
const MAX_ANSWER_BYTES = 32 * 1024 * 1024;

const PROGRAM = join(import.meta.dirname, 'reader.ts');
/** Its own code and that of its libraries; the rest of the machine it cannot read, nothing it can write, and it has no network. */
const READABLE = [
  import.meta.dirname,
  resolve(import.meta.dirname, '../../platform/files'),
  resolve(import.meta.dirname, '../../../package.json'),
  libraries(),
];

function libraries(): string {
  const file = fileURLToPath(import.meta.resolve('unpdf'));
  return file.slice(0, file.lastIndexOf('/node_modules/') + '/node_modules'.length);
}

const isOfPipe = (error: unknown): boolean =>
  ['EPIPE', 'ERR_STREAM_PREMATURE_CLOSE', 'ERR_STREAM_DESTROYED', 'ECONNRESET'].includes(
    (error as NodeJS.ErrnoException).code ?? '',
  );

/** `longestMs`: for tests. */
export async function readDocument(
  file: AsyncIterable<Uint8Array>,
  { type, bytes, longestMs = LONGEST_MS }: { type: DocumentType; bytes: number; longestMs?: number },
): Promise<DocumentTexts> {
  const order: Order = { type, bytes, ...LIMITS };
  const args = [
    ...['--permission', ...READABLE.map((path) => `--allow-fs-read=${path}`)],
    ...[`--max-old-space-size=${HEAP_MB}`, '--disable-warning=ExperimentalWarning', PROGRAM, JSON.stringify(order)],
  ];
  const script = `ulimit -c 0; ulimit -d ${MEMORY_KB}; exec nice -n 10 "$@"`;
  const child = spawn('/bin/sh', ['-c', script, 'sh', process.execPath, ...args], {
    // Nothing of the server's settings.
    env: { PATH: '/usr/bin:/bin' },
    cwd: dirname(PROGRAM),
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const late = setTimeout(() => child.kill('SIGKILL'), longestMs);
  try {
    const ended = new Promise<number | null>((done, fail) => {
      child.once('error', fail);
      child.once('close', (code) => done(code));
    });
    // It may end before it has taken all; what hinders reading the file itself is thrown below.
    let failure: unknown;
    const given = pipeline(file, child.stdin).catch((error) => {
      failure = error;
      child.kill('SIGKILL');
    });
    const chunks: Buffer[] = [];
    let length = 0;
    child.stdout.on('data', (chunk: Buffer) => {
      length += chunk.length;
      if (length > MAX_ANSWER_BYTES) child.kill('SIGKILL');
      else chunks.push(chunk);
    });
    const code = await ended;
    await given;
    if (failure !== undefined && !isOfPipe(failure)) throw failure;
    if (code !== 0) throw new DocumentError('unreadable');
    const answer = JSON.parse(Buffer.concat(chunks).toString()) as DocumentAnswer;
    if ('refused' in answer) throw new DocumentError(answer.refused);
    return { ...answer, parts: answer.parts.map(storable) };
  } finally {
    clearTimeout(late);
    child.kill('SIGKILL');
  }
}

/** No database holds U+0000 or half of a character. */
const storable = (text: string): string => text.replaceAll('\0', ' ').toWellFormed();
