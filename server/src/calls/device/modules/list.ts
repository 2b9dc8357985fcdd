// device/modules/list: the panels of all plants that the session can access.
import { staleAfterS } from '@heliograph/contract/freshness.ts';
import { MAX_COUNTED_PANELS, MAX_PANEL_HITS } from '@heliograph/contract/limits.ts';
import type { Quantities } from '@heliograph/contract/measurements.ts';
import { type Input, moduleSerial } from '../../../installation/rules/orientation.ts';
import { lastUpdateTexts, statusTexts } from '../../../live/rowTexts.ts';
import { devicesWithLive, type LiveDevice, liveDevice } from '../../../live/withLive.ts';
import { textArray } from '../../../platform/database/arrays.ts';
import type { Handler } from '../../../platform/handler.ts';
import { moduleNow } from '../../../roof/moduleNow.ts';

interface Panel {
  sid: string;
  sn: string;
  input: Input;
  label: string;
  product: string;
  found: number;
}

interface DeviceOfPanel extends LiveDevice {
  sid: string;
  sn: string;
  alias: string;
  modelName: string;
  inputs: number;
  quantities: Quantities;
  siteName: string;
  timezone: string;
}

export const deviceModulesList: Handler<'device/modules/list'> = async (
  { filters: { keywords = '', sid = '' }, sort: [by], page: { size, num } },
  { sql, language, at },
) => {
  const limit = keywords === '' ? MAX_COUNTED_PANELS : MAX_PANEL_HITS;
  const findPanels = (size: number, skip: number) =>
    sql<Panel[]>`
      select * from found_panels(${keywords}, ${sid}, ${by?.field === 'sn'}, ${by?.descending ?? false}, ${size}::int,
        ${Math.min(skip, limit)}::int, ${limit + 1}::int)`;
  const panels = await findPanels(size, size * num);
  // A page beyond the last has no row with the total.
  const total = panels[0]?.found ?? (num === 0 ? 0 : ((await findPanels(1, 0))[0]?.found ?? 0));
  const keys = [...new Map(panels.map(({ sid, sn }) => [`${sid} ${sn}`, { sid, sn }])).values()];
  const rows = await sql<DeviceOfPanel[]>`
    select d.sid, d.sn, d.alias, p.name as model_name, p.inputs, coalesce(l.quantities, '{}') as quantities,
      s.name as site_name, s.timezone, ${liveDevice(sql, at)}
    from ${devicesWithLive(sql)}
    where (d.sid, d.sn) in (select unnest(${textArray(keys.map(({ sid }) => sid))}::text::text[]), unnest(${textArray(keys.map(({ sn }) => sn))}::text::text[]))`;
  const devices = new Map(rows.map((row) => [`${row.sid} ${row.sn}`, row]));
  const list = panels.flatMap(({ sid, sn, input, label, product }) => {
    const device = devices.get(`${sid} ${sn}`);
    if (!device) return [];
    const { now, isEstimated } = moduleNow(device, input, at);
    const { siteName, alias, modelName, isAsleep, status, timezone, uploadEveryS } = device;
    return {
      sid,
      siteName,
      sn,
      input,
      plcSN: moduleSerial(sn, input),
      label,
      product,
      alias,
      modelName,
      isAsleep,
      ...statusTexts(status, language),
      ...lastUpdateTexts(device.at, timezone, at, language),
      now,
      isEstimated,
      nowUnit: 'W' as const,
      staleAfterS: staleAfterS(uploadEveryS),
    };
  });
  return {
    list: list.slice(0, Math.max(0, limit - size * num)),
    total: Math.min(total, limit),
    hasMore: total > limit,
  };
};
