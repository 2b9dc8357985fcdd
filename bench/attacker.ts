// Sends the requests of one attack over keep-alive sockets until its parent ends it; reads answers without parsing them, so that it leaves the processor to the server.
import { connect } from 'node:net';
import { post } from './load.ts';

export interface Attack {
  url: string;
  path: string;
  /** Bodies sent in turns; as Latin-1 text. */
  bodies: string[];
  /** Headers of each connection; sockets are given one of them in turns. */
  senders: Record<string, string>[];
  connections: number;
}

if (process.send) process.once('message', (attack) => run(attack as Attack));

function run({ url, path, bodies, senders, connections }: Attack): void {
  const statuses: Record<string, number> = {};
  process.once('disconnect', () => process.exit(0));
  setInterval(() => process.send?.(statuses), 250);
  const { hostname, port } = new URL(url);
  let sent = 0;
  const requests = senders.map((headers) =>
    bodies.map((body) => post(url, path, Buffer.from(body, 'latin1'), headers)),
  );
  const open = (index: number): void => {
    const socket = connect(Number(port), hostname);
    socket.setNoDelay(true);
    const own = requests[index % requests.length]!;
    let head = '';
    /** Bytes of the body that are still to come; null: the head is not complete. */
    let left: number | null = null;
    const send = () => socket.write(own[sent++ % own.length]!);
    socket.on('connect', send);
    socket.on('data', (part: Buffer) => {
      let bytes = part.length;
      if (left === null) {
        head += part.toString('latin1');
        const end = head.indexOf('\r\n\r\n');
        if (end < 0) return;
        const length = /content-length: (\d+)/i.exec(head);
        // A file without a length: the last chunk is looked for.
        left = length ? Number(length[1]) : Number.NaN;
        bytes = head.length - end - 4;
        const code = /"code":(\d+)/.exec(head.slice(end))?.[1] ?? '';
        const answer = `${head.slice(9, 12)} ${code}`.trim();
        statuses[answer] = (statuses[answer] ?? 0) + 1;
      }
      left -= bytes;
      const isOver = Number.isNaN(left) ? part.subarray(-5).toString('latin1') === '0\r\n\r\n' : left <= 0;
      if (!isOver) return;
      const closes = /connection: close/i.test(head);
      head = '';
      left = null;
      if (closes) socket.end();
      else send();
    });
    socket.on('error', () => {});
    socket.on('close', () => setTimeout(() => open(index), 5));
  };
  for (let index = 0; index < connections; index++) open(index);
}
