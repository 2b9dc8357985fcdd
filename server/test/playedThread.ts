// A thread for expensive calls and jobs that answers with its own number, dies or hangs, as the call or job requests.
import { parentPort, threadId } from 'node:worker_threads';

interface Wish {
  dies?: boolean;
  hangs?: boolean;
}

parentPort!.on('message', ({ type, id, fields, data }: { type: string; id: number; fields: Wish; data: Wish }) => {
  if (type === 'ping') parentPort!.postMessage({ type: 'pong', id });
  if (type !== 'run' && type !== 'job') return;
  const { dies, hangs } = type === 'job' ? data : fields;
  if (dies) process.exit(3);
  while (hangs);
  const bytes = new TextEncoder().encode(JSON.stringify({ threadId }));
  parentPort!.postMessage(type === 'job' ? { type: 'done', id, result: threadId } : { type: 'json', id, bytes });
});
