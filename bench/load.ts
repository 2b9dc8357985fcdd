// Sends HTTP requests over keep-alive sockets with minimal overhead, one at a time on each.
import { connect } from 'node:net';

export interface Load {
  sent: number;
  /** Number of answers by status. */
  statuses: Record<number, number>;
  /** Duration of each answered request in ms. */
  latencies: number[];
  seconds: number;
}

/** Returns the bytes of the next request, or null when there is none left. */
export type Next = () => Buffer | null;

export async function load(
  url: string,
  connections: number,
  next: Next,
  onAnswer?: (index: number, status: number, body: string) => void,
): Promise<Load> {
  const { hostname, port } = new URL(url);
  const result: Load = { sent: 0, statuses: {}, latencies: [], seconds: 0 };
  const began = performance.now();
  await Promise.all(Array.from({ length: connections }, () => drive()));
  result.seconds = (performance.now() - began) / 1000;
  return result;

  function drive(): Promise<void> {
    return new Promise((resolve) => {
      const socket = connect(Number(port), hostname);
      socket.setNoDelay(true);
      let index = -1;
      let sentAt = 0;
      let received = '';
      const send = (): void => {
        const request = next();
        if (!request) {
          socket.end();
          return;
        }
        index = result.sent++;
        sentAt = performance.now();
        socket.write(request);
      };
      socket.on('connect', send);
      socket.on('data', (part) => {
        received += part.toString('latin1');
        const head = received.indexOf('\r\n\r\n');
        if (head < 0) return;
        const length = Number(/content-length: (\d+)/i.exec(received)?.[1] ?? 0);
        if (received.length < head + 4 + length) return;
        const status = Number(received.slice(9, 12));
        result.latencies.push(performance.now() - sentAt);
        result.statuses[status] = (result.statuses[status] ?? 0) + 1;
        onAnswer?.(index, status, received.slice(head + 4));
        received = '';
        send();
      });
      socket.on('error', () => {});
      socket.on('close', () => resolve());
    });
  }
}

export function post(
  url: string,
  path: string,
  body: Uint8Array | string,
  headers: Record<string, string> = {},
): Buffer {
  const bytes = Buffer.from(body as string);
  const lines = [`POST ${path} HTTP/1.1`, `Host: ${new URL(url).host}`, `Content-Length: ${bytes.length}`];
  for (const [name, value] of Object.entries(headers)) lines.push(`${name}: ${value}`);
  return Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`), bytes]);
}
