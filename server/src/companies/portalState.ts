// Portal state that a browser needs before sign-in: answered by a call and embedded into the page.
import type { Response } from '@heliograph/contract/calls.ts';
import { calls } from '@heliograph/contract/calls.ts';
import { type Brand, presentBrand } from '../brands/brands.ts';
import type { Context } from '../context.ts';
import { MAIL_PATH, storesMail } from '../platform/mail/mailFolder.ts';
import { portalVersion } from '../version.ts';

type Portal = Response<'common/portal'>;

/** Returns the state of the portal with this brand. The settings row `demo` is written by the demo itself; its accounts are disclosed only while the demo runs. */
export async function portalState({ sql, config }: Pick<Context, 'sql' | 'config'>, brand: Brand): Promise<Portal> {
  const [row] = config.demo
    ? await sql<{ value: Portal['demo'] }[]>`select value from settings where name = 'demo'`
    : [];
  return calls['common/portal'].response.parse({
    brandId: brand.id,
    brand: presentBrand(brand),
    maintenance: config.maintenance,
    version: portalVersion,
    apiBase: config.apiBase || brand.apiBase,
    mapTiles: config.mapTiles ?? null,
    asksGeocoder: config.geocoderUrl !== undefined,
    asksWeather: config.weatherUrl !== undefined,
    asksStolenPasswords: config.stolenPasswords?.includes('://') ?? false,
    sendsMail: config.mail !== undefined,
    openRegistration: brand.isOpen && config.mail !== undefined,
    demo: row ? { ...row.value, mailPath: storesMail(config) ? MAIL_PATH : null } : null,
  });
}
