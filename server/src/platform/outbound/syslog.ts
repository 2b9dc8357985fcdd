// Sends the log to another machine as it is written, by syslog over TLS (RFC 5425, RFC 5424): who takes this one over changes no line that has left.
import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { hostname } from 'node:os';
import { connect, type TLSSocket } from 'node:tls';
import { StartupError } from '../startupError.ts';

/** Kept while the other end is away; of more the oldest are lost, and counted. */
const MAX_LINES = 10_000;
const LONGEST_WAIT_MS = 30_000;
/** Not answered by then, or nothing taken in so long: it is gone. */
const GONE_MS = 10_000;
/** How long a server that ends waits for its last lines to leave. */
const END_MS = 2_000;

/** Of pino's levels, as RFC 5424 has them: error, warning, notice, informational. */
const severityOf = (line: string): number => {
  const level = Number(/"level":(\d+)/.exec(line)?.[1] ?? 30);
  return level >= 50 ? 3 : level >= 40 ? 4 : level > 30 ? 5 : 6;
};
/** Security and authorization. */
const FACILITY = 10;

/** Octets counted, as RFC 5425 frames it; the line stays the JSON that it is. */
const framed = (line: string): string => {
  const said = `<${FACILITY * 8 + severityOf(line)}>1 ${new Date().toISOString()} ${hostname()} heliograph ${process.pid} - - ${line}`;
  return `${Buffer.byteLength(said)} ${said}`;
};

export interface Syslog {
  /** A line of the log, for pino. */
  write(line: string): void;
  close(): Promise<void>;
}

/** `address`: tls://HOST:PORT, with ?ca=FILE for an authority that the system does not know. */
export function openSyslog(address: string, firstWaitMs = 1_000, goneMs = GONE_MS): Syslog {
  const url = new URL(address);
  const caFile = url.searchParams.get('ca');
  const ca = caFile === null ? undefined : readAuthority(caFile);
  const to = { host: url.hostname.replace(/^\[|\]$/g, ''), port: Number(url.port || 6514) };
  const waiting: string[] = [];
  let lost = 0;
  let socket: TLSSocket | undefined;
  /** The newest, whether or not it is secure yet. */
  let newest: TLSSocket | undefined;
  let isEnding = false;
  let waitMs = firstWaitMs;
  let again: NodeJS.Timeout | undefined;

  const send = () => {
    while (socket && waiting.length > 0 && !socket.writableNeedDrain) socket.write(framed(waiting.shift()!));
  };
  const begin = () => {
    const opening = connect({
      ...to,
      ...(isIP(to.host) === 0 ? { servername: to.host } : {}),
      ...(ca ? { ca } : {}),
      minVersion: 'TLSv1.2',
    });
    newest = opening;
    // One that is reached and has nothing to take may be quiet for as long as nothing is logged.
    opening.setTimeout(goneMs, () => {
      if (socket !== opening || opening.writableLength > 0) opening.destroy();
    });
    opening.once('secureConnect', () => {
      socket = opening;
      waitMs = firstWaitMs;
      if (lost > 0) waiting.unshift(JSON.stringify({ level: 40, lost, msg: 'lines of the log were lost' }));
      lost = 0;
      send();
    });
    opening.on('drain', send);
    // Nothing comes back; its end has to be noticed.
    opening.resume();
    opening.on('error', () => {});
    opening.once('close', () => {
      socket = undefined;
      if (isEnding) return;
      again = setTimeout(begin, waitMs);
      again.unref();
      waitMs = Math.min(waitMs * 2, LONGEST_WAIT_MS);
    });
  };
  begin();

  return {
    write(line) {
      waiting.push(line.trimEnd());
      if (waiting.length > MAX_LINES) {
        waiting.shift();
        lost++;
      }
      send();
    },
    async close() {
      isEnding = true;
      clearTimeout(again);
      const open = socket;
      if (!open) {
        newest?.destroy();
        return;
      }
      // What waited for the other end to take more goes along.
      for (const line of waiting.splice(0)) open.write(framed(line));
      await new Promise<void>((done) => {
        setTimeout(done, END_MS).unref();
        open.end(done);
      });
      open.destroy();
    },
  };
}

function readAuthority(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (error) {
    throw new StartupError(`The file ${file} of LOG_SYSLOG cannot be read (${(error as Error).message}).`);
  }
}
