// What the page of the address reads first, asked for before the files that show it are there: a round trip less until its figures stand.
import type { Path, Request, Response } from '@heliograph/contract/calls.ts';
import { SID_FORM } from '@heliograph/contract/limits.ts';
import { PATHS } from '@heliograph/contract/pages.ts';
import { curveOf } from '../format/shownDay.ts';
import { hasPermission, isSignedIn } from '../session/session.ts';
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

/** The plant list as it opens without a search, as `siteList` would ask it (early.test.ts compares): that takes far more of our files than this page has yet. */
const NO_FILTERS = {
  ...{ keywords: '', status: '', site_name: '', user_email: '', installer_email: '', country_code: '', street: '' },
  ...{ created_start_date: '', created_end_date: '', is_commission: '', heard: '' },
} as const;
const FIRST_PLANTS = {
  page: { size: 20, num: 0 },
  filters: NO_FILTERS,
  sort: [{ field: 'problems', descending: false }],
} satisfies Request<'site/listWithSN'>;

/** Of a plant, and of the list as a menu opens it: with a search it has more to read. Whether anything was asked. */
export function askEarly({ pathname, search }: Pick<Location, 'pathname' | 'search'>): boolean {
  if (!isSignedIn()) return false;
  if (pathname === PATHS.PvPlant && search === '' && hasPermission('SiteCreate')) {
    ask('site/listWithSN', FIRST_PLANTS);
    ask('overview/siteStatusCounts', { filters: NO_FILTERS });
    ask('account/views', { list: 'site/listWithSN' });
    return true;
  }
  const address = new URLSearchParams(search);
  const sid = address.get('sid') ?? '';
  if (pathname !== PATHS.PvPlantDetail || !SID_FORM.test(sid)) return false;
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
