// site/modules/page: a plant's module pages, with the current power and today's energy of each.
import type { Response } from '@heliograph/contract/calls.ts';
import { accessibleSite } from '../../../access/accessibleSite.ts';
import { modulesToday } from '../../../energy/modules/moduleEnergy.ts';
import { devicesWithModules, modulePages, moduleRows } from '../../../installation/modules.ts';
import { modulesOf } from '../../../installation/rules/orientation.ts';
import { localDay } from '../../../platform/calendar/rules/localDays.ts';
import type { Handler } from '../../../platform/handler.ts';
import { kWhOf, wattsOf } from '../../../platform/texts/numbers.ts';
import { moduleNow } from '../../../roof/moduleNow.ts';

type Row = Response<'site/modules/page'>['list'][number];

interface Module {
  page: number;
  nowW: number | null;
  todayWh: number | null;
}

export const siteModulesPage: Handler<'site/modules/page'> = async ({ sid }, caller) => {
  const { sql, at } = caller;
  const { timezone } = await accessibleSite(caller, sid);
  const [devices, rows, pages] = await Promise.all([
    devicesWithModules(sql, sid, at),
    moduleRows(sql, sid),
    modulePages(sql, sid),
  ]);
  const today = await modulesToday(sql, { sid, timezone }, devices, localDay(at.getTime(), timezone));
  const modules = devices.flatMap((device): Module[] => {
    const settings = rows.get(device.sn) ?? [];
    return modulesOf(device.inputs, device.quantities, settings).map((input) => ({
      page: settings.find((row) => row.input === input)?.page ?? 0,
      nowW: moduleNow(device, input, at).now,
      todayWh: today.get(device.sn)?.get(input) ?? null,
    }));
  });
  const byPage = Map.groupBy(modules, ({ page }) => page);
  const list = [...pages, ...(byPage.has(0) ? [{ page: 0, name: '' }] : [])].map(({ page, name }) =>
    rowOf({ page, name }, byPage.get(page) ?? []),
  );
  return { list, total_plc: modules.length };
};

function rowOf(page: Pick<Row, 'page' | 'name'>, modules: readonly Module[]): Row {
  const powers = modules.flatMap(({ nowW }) => nowW ?? []);
  const energies = modules.flatMap(({ todayWh }) => todayWh ?? []);
  const sum = (values: readonly number[]) =>
    values.length === 0 ? null : values.reduce((total, value) => total + value, 0);
  return {
    ...page,
    modules: modules.length,
    now: wattsOf(sum(powers)),
    todayPower: kWhOf(sum(energies)),
    nowOf: powers.length,
    todayOf: energies.length,
    nowUnit: 'W',
    todayPowerUnit: 'kWh',
  };
}
