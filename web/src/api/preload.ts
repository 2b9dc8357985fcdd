// What the page of the address reads first, asked for before the files that show it are there: a round trip less until its figures stand.
import type { Path, Request, Response } from '@heliograph/contract/calls.ts';
import { SID_FORM } from '@heliograph/contract/limits.ts';
import { PATHS } from '@heliograph/contract/pages.ts';
import { curveOf, curveOfDay } from '../format/shownDay.ts';
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
export function preloadCalls({ pathname, search }: Pick<Location, 'pathname' | 'search'>): boolean {
  const address = new URLSearchParams(search);
  const sid = address.get('sid') ?? '';
  if (!isSignedIn() || pathname !== PATHS.PvPlantDetail || !SID_FORM.test(sid)) return false;
  const overview = ask('site/overview', { sid });
  ask('site/detail', { sid });
  // Its figures say of which day the curve is. Mostly it is the reader's own day, whose curve is asked for meanwhile.
  if ((address.get('view') ?? 'overview') === 'overview') {
    const likely = likelyDay(new Date());
    if (likely !== null) ask('site/statistics/echarts', curveOfDay(sid, likely));
    overview
      .then((site) => {
        const curve = curveOf(site, Date.now());
        if (curve.date !== likely) ask('site/statistics/echarts', curve);
      })
      .catch(() => undefined);
  }
  return true;
}

/** Before it, plants show the day before more often than not. */
const SUNRISE_H = 6;

/** The browser's own day, without what dates are written with, whose first use takes a phone a tenth of a second. */
function likelyDay(now: Date): string | null {
  if (now.getHours() < SUNRISE_H) return null;
  const two = (of: number): string => String(of).padStart(2, '0');
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}

/** The answer under way, once; undefined when it was not asked for early. */
export function consumePreload<P extends Path>(path: P, body: Request<P>): Promise<Response<P>> | undefined {
  const key = keyOf(path, body);
  const answer = asked.get(key);
  asked.delete(key);
  return answer as Promise<Response<P>> | undefined;
}
