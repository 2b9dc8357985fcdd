// Rules for changing brands, which all companies and pages of the portal share.

import { hasContrast, nearestAccent } from '@heliograph/contract/contrast.ts';
import type { BrandFields } from '@heliograph/contract/entities/brand.ts';
import { ApiError } from '@heliograph/contract/errors.ts';
import type { Session } from '../context.ts';
import type { Transaction } from '../platform/database/connect.ts';
import { isAdministrator } from './roles/roles.ts';

/** Allows the transaction to change brands, one change at a time. Refuses with forbidden. */
export async function beginBrandChange(sql: Transaction, session: Session): Promise<void> {
  if (!isAdministrator(session)) throw new ApiError('forbidden');
  await sql.unsafe(`set local heliograph.brands = 'changing'`);
  // Names and host names are unique among all brands.
  await sql`select id from brands order by id for update`;
}

/** Refuses with brandContrast an accent colour that cannot be read, and names the nearest that can. */
export function assertContrast({ accentLight, accentDark }: Pick<BrandFields, 'accentLight' | 'accentDark'>): void {
  const accents = { light: accentLight, dark: accentDark };
  for (const scheme of ['light', 'dark'] as const) {
    const color = accents[scheme];
    if (!hasContrast(color, scheme))
      throw new ApiError('brandContrast', { color, nearest: nearestAccent(color, scheme) });
  }
}

/** Replaces the host names of a brand. Refuses with brandHostTaken. */
export async function saveHosts(sql: Transaction, id: number, hosts: readonly string[]): Promise<void> {
  const unique = [...new Set(hosts)];
  await sql`delete from brand_hosts where brand_id = ${id}`;
  const [taken] = await sql<{ host: string }[]>`
    select host from brand_hosts where host = any (${unique}::text[]) order by host limit 1`;
  if (taken) throw new ApiError('brandHostTaken', { host: taken.host });
  if (unique.length > 0)
    await sql`insert into brand_hosts ${sql(unique.map((host, sort) => ({ host, brandId: id, sort })))}`;
}
