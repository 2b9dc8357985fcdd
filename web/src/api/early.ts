// What the page of the address reads first, asked for before the files that show it are there: a round trip less until its figures stand.
import type { Path, Request, Response } from '@heliograph/contract/calls.ts';
import { SID_FORM } from '@heliograph/contract/limits.ts';
import { PATHS } from '@heliograph/contract/pages.ts';
import { isSignedIn } from '../session/session.ts';
import { type FilePath, post } from './post.ts';

const asked = new Map<string, Promise<unknown>>();
const keyOf = (path: Path, body: unknown): string => `${path} ${JSON.stringify(body)}`;

function ask<P extends Exclude<Path, FilePath>>(path: P, body: Request<P>): void {
  const answer = post(path, body);
  // Whoever takes it is told.
  answer.catch(() => undefined);
  asked.set(keyOf(path, body), answer);
}

/** Views of a plant that begin with a chart. */
const CHART_VIEWS: ReadonlySet<string | null> = new Set([null, 'overview', 'power']);

/** Of a plant alone: what lists read first, their saved views say. Whether a chart will be drawn of it. */
export function askEarly({ pathname, search }: Pick<Location, 'pathname' | 'search'>): boolean {
  const asks = new URLSearchParams(search);
  const sid = asks.get('sid') ?? '';
  if (!isSignedIn() || pathname !== PATHS.PvPlantDetail || !SID_FORM.test(sid)) return false;
  ask('site/overview', { sid });
  ask('site/detail', { sid });
  return CHART_VIEWS.has(asks.get('view'));
}

/** The answer under way, once; undefined when it was not asked for early. */
export function takeEarly<P extends Path>(path: P, body: Request<P>): Promise<Response<P>> | undefined {
  const key = keyOf(path, body);
  const answer = asked.get(key);
  asked.delete(key);
  return answer as Promise<Response<P>> | undefined;
}
