// site/updateLayoutInfo: replaces a plant's layout; if it was changed meanwhile, nothing is written and the error names who changed it and when.
import type { LayoutZone } from '@heliograph/contract/entities/layout.ts';
import { ApiError } from '@heliograph/contract/errors.ts';
import { lockEditableSite } from '../../access/lockSite.ts';
import { seesDevices } from '../../access/pageModules.ts';
import { wireTime } from '../../platform/calendar/times.ts';
import type { Handler } from '../../platform/handler.ts';
import { readLayout, writeZones } from '../../roof/layout.ts';
import { deleteDefaultModules, requireModules } from '../../roof/saveModules.ts';

export const siteUpdateLayoutInfo: Handler<'site/updateLayoutInfo'> = async (request, caller) => {
  const { sql, session, at } = caller;
  const { sid, version, zones, layoutScale, photo } = request;
  const site = await lockEditableSite(sql, session, sid);
  // Users who cannot see modules would remove all of them.
  if (!seesDevices(session)) throw new ApiError('forbidden');
  const before = await readLayout(sql, sid);
  if (before.version !== version)
    throw new ApiError('layoutHasChanged', {
      who: before.changedBy || '?',
      when: wireTime(before.changedAt, site.timezone),
    });
  checkCells(zones);
  await requireModules(
    sql,
    sid,
    zones.flatMap(({ modules }) => modules),
  );
  const background = photo === undefined ? before.photo : photo;
  if (background && !(await photoExists(background.name))) throw new ApiError('fileNotFound');

  await writeZones(sql, sid, zones);
  await deleteDefaultModules(sql, sid);
  const { x, y, opacity } = background ?? { x: 0, y: 0, opacity: 0.6 };
  await sql`
    insert into layouts (sid, version, changed_at, changed_by, photo, photo_scale, photo_x_m, photo_y_m, photo_opacity)
    values (${sid}, ${version + 1}, ${at}, ${session.userId}, ${background?.name ?? null}, ${layoutScale ?? before.scale}, ${x}, ${y}, ${opacity})
    on conflict (sid) do update set version = excluded.version, changed_at = excluded.changed_at, changed_by = excluded.changed_by,
      photo = excluded.photo, photo_scale = excluded.photo_scale, photo_x_m = excluded.photo_x_m, photo_y_m = excluded.photo_y_m,
      photo_opacity = excluded.photo_opacity`;
  const modules = zones.reduce((sum, zone) => sum + zone.modules.length, 0);
  caller.noteAudit({
    before: { version },
    after: { version: version + 1, zones: zones.map(({ name }) => name), modules, photo: background?.name ?? null },
  });
  return { version: version + 1 };

  async function photoExists(name: string): Promise<boolean> {
    return (await sql`select from layout_photos where sid = ${sid} and name = ${name}`).length > 0;
  }
};

function checkCells(zones: readonly LayoutZone[]): void {
  const placed = new Set<string>();
  for (const { name, rows, columns, modules } of zones) {
    const occupied = new Set<string>();
    for (const { sn, input, row, column } of modules) {
      if (placed.has(`${sn} ${input}`)) throw new ApiError('moduleTwice', { sn, input });
      placed.add(`${sn} ${input}`);
      if (row > rows || column > columns) throw new ApiError('cellNotFound', { zone: name, row, column });
      if (occupied.has(`${row} ${column}`)) throw new ApiError('cellTaken', { zone: name, row, column });
      occupied.add(`${row} ${column}`);
    }
  }
}
