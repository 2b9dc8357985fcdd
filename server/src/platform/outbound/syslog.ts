// Sends the log to another machine as it is written, by syslog over TLS (RFC 5425, RFC 5424): an attacker on this machine cannot change lines that were sent.
import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { hostname } from 'node:os';
import { connect, type TLSSocket } from 'node:tls';
import { StartupError } from '../startupError.ts';

/** Maximum number of lines queued during an outage; beyond it the oldest are dropped and counted. */
const MAX_LINES = 10_000;
const MAX_WAIT_MS = 30_000;
/** Time without an answer, or without reading, after which the collector counts as gone. */
const GONE_MS = 10_000;
/** Time for sending the last lines when the server ends. */
const CLOSE_TIMEOUT_MS = 2_000;

/** Maps pino's levels to severities of RFC 5424: error, warning, notice, informational. */
const severityOf = (line: string): number => {
  const level = Number(/"level":(\d+)/.exec(line)?.[1] ?? 30);
  return level >= 50 ? 3 : level >= 40 ? 4 : level > 30 ? 5 : 6;
};
/** Facility of RFC 5424: security and authorization. */
const FACILITY = 10;

/** Frames a line with its length in octets (RFC 5425); the line itself stays JSON. */
const framed = (line: string): string => {
  const message = `<${FACILITY * 8 + severityOf(line)}>1 ${new Date().toISOString()} ${hostname()} heliograph ${process.pid} - - ${line}`;
  return `${Buffer.byteLength(message)} ${message}`;
};

export interface Syslog {
  /** Sends or queues a line of the log; called by pino. */
  write(line: string): void;
  close(): Promise<void>;
}

/** Opens the connection. `address`: tls://HOST:PORT, with ?ca=FILE for an authority that the system does not know. Throws StartupError if the file cannot be read. */
export function openSyslog(address: string, firstWaitMs = 1_000, goneMs = GONE_MS): Syslog {
  const url = new URL(address);
  const caFile = url.searchParams.get('ca');
  const ca = caFile === null ? undefined : readAuthority(caFile);
  const to = { host: url.hostname.replace(/^\[|\]$/g, ''), port: Number(url.port || 6514) };
  const waiting: string[] = [];
  let lost = 0;
  let socket: TLSSocket | undefined;
  /** Newest connection, also before its TLS handshake. */
  let newest: TLSSocket | undefined;
  let isEnding = false;
  let waitMs = firstWaitMs;
  let retry: NodeJS.Timeout | undefined;

  const send = () => {
    while (socket && waiting.length > 0 && !socket.writableNeedDrain) socket.write(framed(waiting.shift()!));
  };
  const open = () => {
    const opening = connect({
      ...to,
      ...(isIP(to.host) === 0 ? { servername: to.host } : {}),
      ...(ca ? { ca } : {}),
      minVersion: 'TLSv1.2',
    });
    newest = opening;
    // An established connection without pending data may be idle as long as nothing is logged.
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
    // The collector sends nothing, but its end must be noticed.
    opening.resume();
    opening.on('error', () => {});
    opening.once('close', () => {
      socket = undefined;
      if (isEnding) return;
      retry = setTimeout(open, waitMs);
      retry.unref();
      waitMs = Math.min(waitMs * 2, MAX_WAIT_MS);
    });
  };
  open();

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
      clearTimeout(retry);
      const current = socket;
      if (!current) {
        newest?.destroy();
        return;
      }
      // Includes lines that waited for the collector to read.
      for (const line of waiting.splice(0)) current.write(framed(line));
      await new Promise<void>((done) => {
        setTimeout(done, CLOSE_TIMEOUT_MS).unref();
        current.end(done);
      });
      current.destroy();
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
