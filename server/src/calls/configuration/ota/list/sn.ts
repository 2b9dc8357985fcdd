// configuration/ota/list/sn: devices of a firmware's model, with installed version and progress of the last update.
import { ApiError } from '@heliograph/contract/errors.ts';
import { accessibleSites, editableSites } from '../../../../access/accessibleSites.ts';
import { seesDevices } from '../../../../access/pageModules.ts';
import { mayControl } from '../../../../commands/controlRights.ts';
import { firmwareOfDevices } from '../../../../firmware/firmware.ts';
import { fitOf } from '../../../../firmware/rules/versions.ts';
import { allOf, contains, limitOffset, startsWith } from '../../../../platform/database/paging.ts';
import type { Handler } from '../../../../platform/handler.ts';

interface ListedDevice {
  sid: string;
  siteName: string;
  sn: string;
  alias: string;
  mayUpdate: boolean;
}

export const configurationOtaListSn: Handler<'configuration/ota/list/sn'> = async (
  { id, page, filters: { keywords, sid } },
  { sql, session },
) => {
  const [firmware] = await sql<{ model: number; hardware: string; versionName: string; isPublished: boolean }[]>`
    select model, hardware, version_name, published_at is not null as is_published from firmware where id = ${id}`;
  if (!firmware) throw new ApiError('firmwareNotFound');
  const needsSecondFactor = !mayControl(session);
  if (!seesDevices(session)) return { list: [], total: 0, needsSecondFactor };
  const [product] = await sql<{ id: number }[]>`select id from products where model = ${firmware.model}`;
  const condition = allOf(sql, [
    sql`d.product_id = ${product?.id ?? null}::int and d.removed_at is null and ${accessibleSites(sql, session)}`,
    sid && sql`d.sid = ${sid}`,
    keywords &&
      sql`(${startsWith(sql, sql`d.sn`, keywords)} or ${contains(sql, sql`d.alias`, keywords)} or ${contains(sql, sql`s.name`, keywords)})`,
  ]);
  const [rows, [count]] = await Promise.all([
    sql<ListedDevice[]>`
      select d.sid, s.name as site_name, d.sn, d.alias,
        ${editableSites(sql, session)} and s.control_off_at is null as may_update
      from devices d join sites s using (sid) where ${condition} order by s.name_order, d.sid, d.sn ${limitOffset(sql, page)}`,
    sql<
      { n: number }[]
    >`select count(*)::int as n from devices d join sites s using (sid) where ${condition}`.execute(),
  ]);
  const reported = await firmwareOfDevices(sql, rows);
  const mayControlDevices = session.permissions.has('DeviceControl') && firmware.isPublished && !needsSecondFactor;
  const list = rows.map(({ mayUpdate, ...row }) => {
    const { hardware, versionName, update } = reported.get(`${row.sid} ${row.sn}`) ?? NOTHING_REPORTED;
    const isOver = update === null || update.step === 'updated' || update.step === 'failed';
    const fit = fitOf({ hardware, versionName }, firmware);
    const rights = {
      update: mayControlDevices && mayUpdate && isOver && (fit === 'newer' || fit === 'older'),
    };
    return { ...row, hardware, versionName, fit, update, rights };
  });
  return { list, total: count!.n, needsSecondFactor };
};

const NOTHING_REPORTED = { hardware: '', versionName: '', update: null };
