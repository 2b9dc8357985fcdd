// brand/update: changes a brand as a whole, except its marks.
import { ApiError } from '@heliograph/contract/errors.ts';
import { assertContrast, beginBrandChange, saveHosts } from '../../companies/changeBrand.ts';
import type { Handler } from '../../platform/handler.ts';

export const brandUpdate: Handler<'brand/update'> = async (request, { sql, session, noteAudit }) => {
  const { id, version, hosts, openRegistration, privacy, ...fields } = request;
  await beginBrandChange(sql, session);
  const [stored] = await sql<{ version: number }[]>`select version from brands where id = ${id}`;
  if (stored!.version !== version) throw new ApiError('changedMeanwhile');
  assertContrast(fields);
  const { name, code } = fields;
  const same = await sql`
    select from brands where id <> ${id} and (lower(name) in (lower(${name}), ${code}) or code in (lower(${name}), ${code}))`;
  if (same.length > 0) throw new ApiError('brandNameTaken');
  const before = await wholeBrand();
  const row = { ...fields, isOpen: openRegistration, version: version + 1 };
  await sql`
    update brands set ${sql(row)}, privacy = ${JSON.stringify(privacy)}::text::jsonb where id = ${id}`;
  await saveHosts(sql, id, hosts);
  const after = await wholeBrand();
  noteAudit({ object: `brand ${id}`, ...changed(before, after) });
  return { version: version + 1 };

  async function wholeBrand(): Promise<Record<string, unknown>> {
    const [row] = await sql<Record<string, unknown>[]>`
      select b.code, b.name, b.company_name, b.company_url, b.copyright, b.support_mail, b.api_base, b.with_logo, b.is_open, b.sidebar,
        b.accent_light, b.accent_dark, b.mail_from, b.language, b.app_store_url, b.play_store_url,
        (select coalesce(string_agg(p.key, ' ' order by p.key), '') from jsonb_object_keys(b.privacy) p(key)) as privacy_languages,
        array(select h.host from brand_hosts h where h.brand_id = b.id order by h.sort)::text as hosts
      from brands b where b.id = ${id}`;
    return row!;
  }
};

/** Returns only the fields that differ. */
function changed(before: Record<string, unknown>, after: Record<string, unknown>) {
  const names = Object.keys(after).filter((name) => before[name] !== after[name]);
  const pick = (row: Record<string, unknown>) => Object.fromEntries(names.map((name) => [name, row[name]]));
  return { before: pick(before), after: pick(after) };
}
