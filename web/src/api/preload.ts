// Requests the first calls of the addressed page before its files are loaded, which saves a round trip until its figures are shown.
import type { Path, Request, Response } from '@heliograph/contract/calls.ts';
import { SID_FORM } from '@heliograph/contract/limits.ts';
import { PATHS } from '@heliograph/contract/pages.ts';
import { curveOf, curveOfDay } from '../format/shownDay.ts';
import { isSignedIn } from '../session/session.ts';
import { type FilePath, post } from './post.ts';

const preloads = new Map<string, Promise<unknown>>();
const keyOf = (path: Path, body: unknown): string => `${path} ${JSON.stringify(body)}`;

function preload<P extends Exclude<Path, FilePath>>(path: P, body: Request<P>): Promise<Response<P>> {
  const answer = post(path, body);
  // The rejection reaches the consumer of the answer.
  answer.catch(() => undefined);
  preloads.set(keyOf(path, body), answer);
  return answer;
}

/** Returns whether the page begins with a chart. The overview begins with a static picture of one (components/PowerChart.tsx). */
export const beginsWithChart = ({ search }: Pick<Location, 'search'>): boolean =>
  new URLSearchParams(search).get('view') === 'power';

/** Preloads the calls of a plant page; returns whether it requested any. Lists are left out: their first requests need far more code than is loaded at this point. */
export function preloadCalls({ pathname, search }: Pick<Location, 'pathname' | 'search'>): boolean {
  const address = new URLSearchParams(search);
  const sid = address.get('sid') ?? '';
  if (!isSignedIn() || pathname !== PATHS.PvPlantDetail || !SID_FORM.test(sid)) return false;
  const overview = preload('site/overview', { sid });
  preload('site/detail', { sid });
  // The figures determine the curves and their day. Mostly that is production on the reader's own day, which is requested meanwhile.
  if ((address.get('view') ?? 'overview') === 'overview') {
    const likely = likelyDay(new Date());
    const guess = likely === null ? null : curveOfDay(sid, likely);
    if (guess) preload('site/statistics/echarts', guess);
    overview
      .then((site) => {
        const curve = curveOf(site, Date.now());
        if (JSON.stringify(curve) !== JSON.stringify(guess)) preload('site/statistics/echarts', curve);
      })
      .catch(() => undefined);
  }
  return true;
}

/** Local hour before which most plants still show the previous day. */
const SUNRISE_H = 6;

/** Returns the browser's own day as YYYY-MM-DD, null before sunrise. Avoids Intl, whose first use takes a phone a tenth of a second. */
function likelyDay(now: Date): string | null {
  if (now.getHours() < SUNRISE_H) return null;
  const twoDigits = (value: number): string => String(value).padStart(2, '0');
  return `${now.getFullYear()}-${twoDigits(now.getMonth() + 1)}-${twoDigits(now.getDate())}`;
}

/** Returns the pending answer, once; undefined when it was not preloaded. */
export function consumePreload<P extends Path>(path: P, body: Request<P>): Promise<Response<P>> | undefined {
  const key = keyOf(path, body);
  const answer = preloads.get(key);
  preloads.delete(key);
  return answer as Promise<Response<P>> | undefined;
}
