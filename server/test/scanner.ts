// A virus scanner that speaks as clamd's manual has it (zINSTREAM), for tests: it finds the one file that scanners find by agreement.
import { createServer, type Server } from 'node:net';

/** What every scanner takes for a virus, and is none; in two parts, so that this file is not taken for one. */
export const EICAR = [String.raw`X5O!P%@AP[4\PZX54(P^)7CC)7}$EICAR`, '-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join('');

export interface Scanner {
  /** As VIRUS_SCANNER names it. */
  address: string;
  /** Bytes of each file that it was given whole. */
  seen: number[];
  /** In place of its own answer; '' : it hangs up. */
  says: string | undefined;
  close(): Promise<void>;
}

/** `path`: of a socket; else a port of this machine. */
export async function openScanner(path?: string): Promise<Scanner> {
  const scanner: Scanner = { address: '', seen: [], says: undefined, close: async () => {} };
  const server: Server = createServer((socket) => {
    let waiting = Buffer.alloc(0);
    let hasBegun = false;
    const file: Buffer[] = [];
    socket.on('error', () => {});
    socket.on('data', (piece: Buffer) => {
      waiting = Buffer.concat([waiting, piece]);
      if (!hasBegun) {
        if (waiting.length < 10) return;
        hasBegun = waiting.subarray(0, 10).toString() === 'zINSTREAM\0';
        if (!hasBegun) return socket.end('UNKNOWN COMMAND\0');
        waiting = waiting.subarray(10);
      }
      while (waiting.length >= 4) {
        const length = waiting.readUInt32BE();
        if (length === 0) return answer();
        if (waiting.length < 4 + length) return;
        file.push(waiting.subarray(4, 4 + length));
        waiting = waiting.subarray(4 + length);
      }
    });
    function answer(): void {
      const bytes = Buffer.concat(file);
      scanner.seen.push(bytes.length);
      const own = bytes.includes(EICAR) ? 'stream: Eicar-Test-Signature FOUND' : 'stream: OK';
      if (scanner.says === '') socket.destroy();
      else socket.end(`${scanner.says ?? own}\0`);
    }
  });
  await new Promise<void>((listening) => {
    if (path === undefined) server.listen(0, '127.0.0.1', listening);
    else server.listen(path, listening);
  });
  const at = server.address();
  scanner.address = typeof at === 'object' && at ? `tcp://127.0.0.1:${at.port}` : `unix:${path}`;
  scanner.close = () => new Promise((closed) => server.close(() => closed()));
  return scanner;
}
