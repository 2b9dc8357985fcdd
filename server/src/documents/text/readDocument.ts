// Reads a document's text in a separate process with limits on memory and time, so that a malicious file ends that process, not the server.
import { spawn } from 'node:child_process';
import { dirname, join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import type { DocumentType } from '@heliograph/contract/documents.ts';
import { MAX_DOCUMENT_PAGES } from '@heliograph/contract/limits.ts';
import type { DocumentAnswer, DocumentTexts, Order } from './texts.ts';

/** Reason why a document is not accepted. */
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
const TIMEOUT_MS = 60_000;
/** Limit of the process's data segment, KB; node itself needs half of it at its start. */
const MEMORY_KB = 1_200_000;
const HEAP_MB = 384;
/** Maximum size of the JSON answer with the text. */
const MAX_ANSWER_BYTES = 32 * 1024 * 1024;

const PROGRAM = join(import.meta.dirname, 'reader.ts');
/** Paths that the process may read: its own code and its libraries. It cannot read other files, write any, or use the network. */
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

const isPipeError = (error: unknown): boolean =>
  ['EPIPE', 'ERR_STREAM_PREMATURE_CLOSE', 'ERR_STREAM_DESTROYED', 'ECONNRESET'].includes(
    (error as NodeJS.ErrnoException).code ?? '',
  );

/** Returns the text of a document. Throws DocumentError. `longestMs`: time limit, set by tests. */
export async function readDocument(
  file: AsyncIterable<Uint8Array>,
  { type, bytes, longestMs = TIMEOUT_MS }: { type: DocumentType; bytes: number; longestMs?: number },
): Promise<DocumentTexts> {
  const order: Order = { type, bytes, ...LIMITS };
  const args = [
    ...['--permission', ...READABLE.map((path) => `--allow-fs-read=${path}`)],
    ...[`--max-old-space-size=${HEAP_MB}`, '--disable-warning=ExperimentalWarning', PROGRAM, JSON.stringify(order)],
  ];
  const script = `ulimit -c 0; ulimit -d ${MEMORY_KB}; exec nice -n 10 "$@"`;
  const child = spawn('/bin/sh', ['-c', script, 'sh', process.execPath, ...args], {
    // None of the server's environment variables.
    env: { PATH: '/usr/bin:/bin' },
    cwd: dirname(PROGRAM),
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const timeout = setTimeout(() => child.kill('SIGKILL'), longestMs);
  try {
    const ended = new Promise<number | null>((done, fail) => {
      child.once('error', fail);
      child.once('close', (code) => done(code));
    });
    // The process may end before it has read everything; an error of the file stream itself is thrown below.
    let failure: unknown;
    const input = pipeline(file, child.stdin).catch((error) => {
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
    await input;
    if (failure !== undefined && !isPipeError(failure)) throw failure;
    if (code !== 0) throw new DocumentError('unreadable');
    const answer = JSON.parse(Buffer.concat(chunks).toString()) as DocumentAnswer;
    if ('refused' in answer) throw new DocumentError(answer.refused);
    return { ...answer, parts: answer.parts.map(storable) };
  } finally {
    clearTimeout(timeout);
    child.kill('SIGKILL');
  }
}

/** Replaces U+0000 and lone surrogates, which PostgreSQL cannot store. */
const storable = (text: string): string => text.replaceAll('\0', ' ').toWellFormed();
