// Stores the last answers of calls that pages show, and shows them with their age while there is no connection.
import type { Path } from '@heliograph/contract/calls.ts';
import type { Query, QueryClient } from '@tanstack/react-query';
import type { Connection } from '../api/connection.ts';
import { portal } from '../brand/portal.ts';
import { lan } from '../i18n/language.ts';
import { isSignedIn, session } from '../session/session.ts';
import { readAnswer, writeAnswers } from './answerDatabase.ts';
import { STORED_CALLS } from './storedCalls.ts';

/** Live answers arrive every few seconds and are written together. */
const WRITE_AFTER_MS = 2000;

/** Returns whose answers may be stored and shown; null: nobody's, as while the portal is viewed as another role. */
function ownerOfAnswers(): string | null {
  const { info, viewing } = session();
  if (!isSignedIn() || !info || viewing) return null;
  return `${portal.version} ${info.uid} ${info.companyId} ${lan}`;
}

const isStored = ({ queryKey: [kind, path] }: Query): boolean => kind === 'call' && STORED_CALLS.has(path as Path);

export function persistAnswers(client: QueryClient, connection: Connection): void {
  const cache = client.getQueryCache();
  let unwritten = new Map<string, Query>();
  let ownerOfUnwritten: string | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function write(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    const owner = ownerOfAnswers();
    const answers = [...unwritten].map(([hash, { state }]) => ({
      hash,
      at: state.dataUpdatedAt,
      text: JSON.stringify(state.data ?? null),
    }));
    unwritten = new Map();
    // A full disk or a private window: nothing is stored.
    if (owner !== null && owner === ownerOfUnwritten && answers.length > 0)
      await writeAnswers(owner, answers).catch(() => undefined);
  }

  function noteAnswer(query: Query): void {
    const owner = ownerOfAnswers();
    if (owner === null) return;
    if (owner !== ownerOfUnwritten) unwritten = new Map();
    ownerOfUnwritten = owner;
    unwritten.set(query.queryHash, query);
    timer ??= setTimeout(() => void write(), WRITE_AFTER_MS);
  }

  /** Shows the stored answer of a call without one; it keeps its time, so the page shows its age. */
  async function restore(query: Query): Promise<void> {
    const owner = ownerOfAnswers();
    if (owner === null || query.state.data !== undefined || !isStored(query)) return;
    const stored = await readAnswer(owner, query.queryHash).catch(() => undefined);
    // The server may have answered meanwhile, also that there is nothing any more, or the session may have ended.
    if (!stored || !connection.isLost() || owner !== ownerOfAnswers()) return;
    if (query.state.data === undefined && cache.get(query.queryHash) === query)
      client.setQueryData(query.queryKey, JSON.parse(stored.text), { updatedAt: stored.at });
  }
  const restoreAll = () => {
    if (connection.isLost()) for (const query of cache.getAll()) void restore(query);
  };

  cache.subscribe((event) => {
    const { query } = event;
    if (event.type === 'added' && connection.isLost()) void restore(query);
    if (event.type !== 'updated' || event.action.type !== 'success' || event.action.manual || !isStored(query)) return;
    noteAnswer(query);
  });
  connection.onChange(restoreAll);
  // A phone may end a hidden app without notice.
  document.addEventListener('visibilitychange', () => void (document.hidden && write()));
  for (const query of cache.getAll()) if (query.state.data !== undefined && isStored(query)) noteAnswer(query);
  restoreAll();
}
