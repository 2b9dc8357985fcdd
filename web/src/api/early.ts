// What the page of the address reads first, asked for before the files that show it are there: a round trip less until its figures stand.
import type { Path, Request, Response } from '@heliograph/contract/calls.ts';
import { SID_FORM } from '@heliograph/contract/limits.ts';
import { PATHS } from '@heliograph/contract/pages.ts';
import { curveOf } from '../format/shownDay.ts';
import { isSignedIn } from '../session/session.ts';
import { type FilePath, post } from './post.ts';

const asked = new Map<string, Promise<unknown>>();
const keyOf = (path: Path, body: unknown): string => `${path} ${JSON.stringify(body)}`;

function ask<P extends Exclude<Path, FilePath>>(path: P, body: Request<P>): Promise<Response<P>> {
  const answer = post(path, body);
  // Whoever takes it is told.
  answer.catch(() => undefined);
  asked.set(keyOf(path, body), answer);
  return answer;
}

/** The overview begins with a picture of one (components/PowerChart.tsx). */
export const beginsWithChart = ({ search }: Pick<Location, 'search'>): boolean =>
  new URLSearchParams(search).get('view') === 'power';

/** Of a plant alone: what lists read first takes far more of our files to say than this page has yet. Whether anything was asked. */
export function askEarly({ pathname, search }: Pick<Location, 'pathname' | 'search'>): boolean {
  const address = new URLSearchParams(search);
  const sid = address.get('sid') ?? '';
  if (!isSignedIn() || pathname !== PATHS.PvPlantDetail || !SID_FORM.test(sid)) return false;
  const overview = ask('site/overview', { sid });
  ask('site/detail', { sid });
  // Its figures say of which day the curve is.
  if ((address.get('view') ?? 'overview') === 'overview')
    overview.then((site) => ask('site/statistics/echarts', curveOf(site, Date.now()))).catch(() => undefined);
  return true;
}

/** The answer under way, once; undefined when it was not asked for early. */
export function takeEarly<P extends Path>(path: P, body: Request<P>): Promise<Response<P>> | undefined {
  const key = keyOf(path, body);
  const answer = asked.get(key);
  asked.delete(key);
  return answer as Promise<Response<P>> | undefined;
}
