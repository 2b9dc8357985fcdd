// Virus scanner with clamd's protocol (zINSTREAM) for tests; it detects only the standard test file of scanners.
import { createServer, type Server } from 'node:net';

/** Test file that every scanner reports as a virus; in two parts, so that this source file is not reported. */
export const EICAR = [String.raw`X5O!P%@AP[4\PZX54(P^)7CC)7}$EICAR`, '-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join('');

export interface Scanner {
  /** Value of the setting VIRUS_SCANNER. */
  address: string;
  /** Size in bytes of each completely received file. */
  seen: number[];
  /** Answer instead of its own; '': it closes the connection. */
  says: string | undefined;
  close(): Promise<void>;
}

/** Starts a scanner. `path`: of a Unix socket; without it a local port is used. */
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
