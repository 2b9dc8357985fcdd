// A thread for expensive calls that answers with its own number, dies or hangs, as the call requests.
import { parentPort, threadId } from 'node:worker_threads';

parentPort!.on(
  'message',
  ({ type, id, fields }: { type: string; id: number; fields: { dies?: boolean; hangs?: boolean } }) => {
    if (type !== 'run') return;
    if (fields.dies) process.exit(3);
    while (fields.hangs);
    const bytes = new TextEncoder().encode(JSON.stringify({ threadId }));
    parentPort!.postMessage({ type: 'json', id, bytes });
  },
);
