// configuration/ota/list: firmware versions, newest first.

import { type FirmwareFacts, firmwareColumns, firmwareRowOf, firmwareTables } from '../../../firmware/firmware.ts';
import { modelFilter } from '../../../plants/list/siteFilters.ts';
import { allOf, contains, limitOffset, orderBy } from '../../../platform/database/paging.ts';
import type { Handler } from '../../../platform/handler.ts';

export const configurationOtaList: Handler<'configuration/ota/list'> = async (
  { filters, sort, page },
  { sql, session },
) => {
  const { keywords, model, state } = filters;
  const condition = allOf(sql, [
    keywords &&
      sql`(${contains(sql, sql`f.version_name`, keywords)} or ${contains(sql, sql`f.file_name`, keywords)}
        or ${contains(sql, sql`f.description`, keywords)} or ${contains(sql, sql`coalesce(p.name, '')`, keywords)})`,
    model && modelFilter(sql, model),
    state === 'published' && sql`f.published_at is not null`,
    state === 'draft' && sql`f.published_at is null and f.sha256 is not null`,
    state === 'uploading' && sql`f.sha256 is null`,
  ]);
  const columns = {
    created: sql`f.created_at`,
    model: sql`p.name_order`,
    version: sql`f.version_name`,
    bytes: sql`f.bytes`,
  };
  const [rows, [count]] = await Promise.all([
    sql<FirmwareFacts[]>`
      select ${firmwareColumns(sql)} from ${firmwareTables(sql)} where ${condition}
      order by ${orderBy(sql, sort, columns, sql`f.created_at desc, f.id desc`)} ${limitOffset(sql, page)}`,
    sql<{ n: number }[]>`select count(*)::int as n from ${firmwareTables(sql)} where ${condition}`.execute(),
  ]);
  return { list: rows.map((row) => firmwareRowOf(row, session)), total: count!.n };
};
