// What a browser must know before anyone signs in: asked as a call, and put into the page itself.
import { isOpenToAll } from '@heliograph/contract/brandNames.ts';
import type { Response } from '@heliograph/contract/calls.ts';
import { calls } from '@heliograph/contract/calls.ts';
import type { Context } from '../context.ts';
import { portalVersion } from '../version.ts';

type Portal = Response<'common/portal'>;

/** The settings row `demo` is kept by the demonstration itself; its accounts are told only while it runs here. */
export async function portalState({ sql, config }: Pick<Context, 'sql' | 'config'>): Promise<Portal> {
  const [row] = config.demo
    ? await sql<{ value: Portal['demo'] }[]>`select value from settings where name = 'demo'`
    : [];
  return calls['common/portal'].response.parse({
    brandId: config.brand,
    maintenance: config.maintenance,
    version: portalVersion,
    apiBase: config.apiBase,
    mapTiles: config.mapTiles ?? null,
    asksGeocoder: config.geocoderUrl !== undefined,
    asksWeather: config.weatherUrl !== undefined,
    asksStolenPasswords: config.stolenPasswords?.includes('://') ?? false,
    sendsMail: config.mail !== undefined,
    openRegistration: isOpenToAll(config.brand) && config.mail !== undefined,
    demo: row?.value ?? null,
  });
}
