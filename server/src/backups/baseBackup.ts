// Reads a base backup of a running PostgreSQL by its replication protocol, as pg_basebackup does; the embedded one comes without that program.
import pg from 'pg';
import { addressesOf } from '../platform/database/databaseUrl.ts';

/** Kinds of messages within the copied data. */
const NEW_ARCHIVE = 0x6e;
const DATA = 0x64;
const MANIFEST = 0x6d;
/** Bytes that may wait before the connection is paused. */
const MAX_WAITING_BYTES = 8 << 20;

export interface CopyPart {
  /** `archive`: a tar file of the data folder, with the log that it needs. `manifest`: checksums of the files. */
  file: 'archive' | 'manifest';
  bytes: Buffer;
}

/** Yields the parts of a base backup in their order. `url`: of a role that may replicate. */
export async function* readBaseBackup(url: string): AsyncGenerator<CopyPart> {
  const [address] = addressesOf(url);
  const client = new pg.Client({
    ...address,
    replication: 'true',
    application_name: 'heliograph backup',
  } as pg.ClientConfig);
  // A lost connection ends the running statement with an error, too.
  client.on('error', () => {});
  await client.connect();
  try {
    // Until this connection ends, PostgreSQL retains all of the log that was written since now.
    await client.query('CREATE_REPLICATION_SLOT heliograph_backup TEMPORARY PHYSICAL (RESERVE_WAL)');
    const copy = new BaseBackup();
    client.query(copy);
    yield* copy.parts();
  } finally {
    await client.end();
  }
}

/** A statement whose answer is a copy; only pg's own interface for statements receives one. */
class BaseBackup {
  readonly #waiting: CopyPart[] = [];
  #waitingBytes = 0;
  #file: CopyPart['file'] = 'archive';
  #connection: pg.Connection | undefined;
  #isDone = false;
  #error: unknown;
  #wake = (): void => {};

  submit(connection: pg.Connection): void {
    this.#connection = connection;
    connection.query(
      "BASE_BACKUP (LABEL 'heliograph', CHECKPOINT 'fast', WAL true, MANIFEST 'yes', MANIFEST_CHECKSUMS 'SHA256')",
    );
  }

  async *parts(): AsyncGenerator<CopyPart> {
    for (;;) {
      const part = this.#waiting.shift();
      if (part) {
        this.#waitingBytes -= part.bytes.length;
        if (this.#waitingBytes < MAX_WAITING_BYTES) this.#connection?.stream.resume();
        yield part;
      } else if (this.#error !== undefined) throw this.#error;
      else if (this.#isDone) return;
      else await new Promise<void>((resolve) => (this.#wake = resolve));
    }
  }

  handleCopyData({ chunk }: { chunk: Buffer }): void {
    const kind = chunk[0];
    if (kind === NEW_ARCHIVE) {
      if (this.#file !== 'archive') this.#error = new Error('a second archive: the database has a tablespace');
    } else if (kind === MANIFEST) this.#file = 'manifest';
    else if (kind === DATA) {
      const bytes = Buffer.from(chunk.subarray(1));
      this.#waiting.push({ file: this.#file, bytes });
      this.#waitingBytes += bytes.length;
      if (this.#waitingBytes > MAX_WAITING_BYTES) this.#connection?.stream.pause();
    }
    this.#wake();
  }

  handleError(error: unknown): void {
    this.#error = error;
    this.#wake();
  }

  handleReadyForQuery(): void {
    this.#isDone = true;
    this.#wake();
  }

  /** Positions in the log and the list of tablespaces, which stand in the archive, too. */
  handleRowDescription(): void {}
  handleDataRow(): void {}
  handleCommandComplete(): void {}
  handlePortalSuspended(): void {}
  handleEmptyQuery(): void {}
}
