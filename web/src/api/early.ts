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

/** The overview begins with a picture of one (components/PowerChart.tsx). */
export const beginsWithChart = ({ search }: Pick<Location, 'search'>): boolean =>
  new URLSearchParams(search).get('view') === 'power';

/** Of a plant alone: what lists read first, their saved views say. Whether anything was asked. */
export function askEarly({ pathname, search }: Pick<Location, 'pathname' | 'search'>): boolean {
  const sid = new URLSearchParams(search).get('sid') ?? '';
  if (!isSignedIn() || pathname !== PATHS.PvPlantDetail || !SID_FORM.test(sid)) return false;
  ask('site/overview', { sid });
  ask('site/detail', { sid });
  return true;
}

/** The answer under way, once; undefined when it was not asked for early. */
export function takeEarly<P extends Path>(path: P, body: Request<P>): Promise<Response<P>> | undefined {
  const key = keyOf(path, body);
  const answer = asked.get(key);
  asked.delete(key);
  return answer as Promise<Response<P>> | undefined;
}
