// A thread for expensive calls and jobs that answers with its own number, dies, hangs, or works without an end, as the call or job requests.
import { parentPort, threadId } from 'node:worker_threads';

interface Wish {
  dies?: boolean;
  hangs?: boolean;
  /** Answers pings only, and logs a line for each. */
  works?: boolean;
}

parentPort!.on('message', ({ type, id, fields, data }: { type: string; id: number; fields: Wish; data: Wish }) => {
  if (type === 'ping') {
    parentPort!.postMessage({ type: 'pong', id });
    parentPort!.postMessage({ type: 'log', line: 'pong' });
  }
  if (type !== 'run' && type !== 'job') return;
  const { dies, hangs, works } = type === 'job' ? data : fields;
  if (dies) process.exit(3);
  while (hangs);
  if (works) return;
  const bytes = new TextEncoder().encode(JSON.stringify({ threadId }));
  parentPort!.postMessage(type === 'job' ? { type: 'done', id, result: threadId } : { type: 'json', id, bytes });
});
