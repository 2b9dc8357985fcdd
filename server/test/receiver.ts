// Local HTTP receiver of messages: records posted messages and returns given answers.
import { createServer, type IncomingHttpHeaders } from 'node:http';

export interface Posted {
  url: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
}
export interface Receiver {
  url: string;
  taken: Posted[];
  /** Returns the answer to each message; by default 204. Null: the connection is closed. */
  answer: (posted: Posted) => Promise<{ status: number; text?: string; headers?: Record<string, string> } | null>;
}

/** Starts a receiver that ends with the test file. */
export async function receiver(): Promise<Receiver> {
  const { afterAll } = await import('vitest');
  const opened = await openReceiver();
  afterAll(opened.close);
  return opened;
}

export async function openReceiver(): Promise<Receiver & { close: () => Promise<void> }> {
  const server = createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', async () => {
      const posted = { url: request.url!, headers: request.headers, body: Buffer.concat(pieces) };
      state.taken.push(posted);
      const answer = await state.answer(posted);
      if (!answer) return void request.socket.destroy();
      response.writeHead(answer.status, answer.headers).end(answer.text ?? '');
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as { port: number };
  const state = {
    url: `http://127.0.0.1:${port}/hook`,
    taken: [],
    answer: async () => ({ status: 204 }),
    close: async () => {
      server.closeAllConnections();
      await new Promise<void>((done) => server.close(() => done()));
    },
  } as Receiver & { close: () => Promise<void> };
  return state;
}
