// site/modules: the modules (inputs) of a plant by device.
import type { ParsedRequest } from '@heliograph/contract/calls.ts';
import { accessibleSite } from '../../access/accessibleSite.ts';
import { siteModuleEnergy } from '../../energy/modules/siteModuleEnergy.ts';
import { type DeviceWithModules, devicesWithModules, type ModuleRow, moduleRows } from '../../installation/modules.ts';
import { moduleFactsOf } from '../../installation/presentModule.ts';
import { type Input, moduleSerial, modulesOf } from '../../installation/rules/orientation.ts';
import { alertTexts, statusTexts } from '../../live/rowTexts.ts';
import { isoOf, wireSeconds } from '../../platform/calendar/times.ts';
import type { Handler } from '../../platform/handler.ts';
import { kWhOf } from '../../platform/texts/numbers.ts';
import { moduleNow } from '../../roof/moduleNow.ts';

export const siteModules: Handler<'site/modules'> = async (request, { sql, session, language, at }) => {
  const { sid, page, modulePage, keywords } = request;
  const { timezone } = await accessibleSite({ sql, session, at }, sid);
  const [devices, rows] = await Promise.all([devicesWithModules(sql, sid, at), moduleRows(sql, sid)]);
  const settingsOf = (sn: string, input: number) => rows.get(sn)?.find((row) => row.input === input);
  const all = devices.map((device) => {
    const { sn, inputs, quantities } = device;
    return { device, inputs: modulesOf(inputs, quantities, rows.get(sn) ?? []) };
  });
  const isFiltered = modulePage !== undefined || keywords !== undefined;
  const matching = isFiltered
    ? all
        .map(({ device, inputs }) => ({
          device,
          inputs: inputs.filter((input) => fits(device, input, settingsOf(device.sn, input), { modulePage, keywords })),
        }))
        .filter(({ inputs }) => inputs.length > 0)
    : all;
  const from = page ? page.size * page.num : 0;
  const to = page ? from + page.size : matching.length;
  const shown = matching.slice(from, to);
  const shownDevices = shown.map(({ device }) => device);
  const energyOf = await siteModuleEnergy(sql, { sid, timezone }, shownDevices, at);
  const list = shown.map(({ device, inputs }) => {
    const { alertCode, alertTitle } = alertTexts(device, language);
    const lastReport = { lastUpdate: wireSeconds(device.at, timezone), lastUpdateIso: isoOf(device.at, timezone) };
    return {
      sn: device.sn,
      isPhase: device.phases === 3 ? 1 : 0,
      modules: inputs.map((input) => {
        const { todayWh, lifetimeWh } = energyOf(device.sn, input);
        return {
          ...moduleFactsOf(device, settingsOf(device.sn, input)),
          plcSN: moduleSerial(device.sn, input),
          addr: input,
          ...lastReport,
          lastUpdateTime: device.at ? Math.floor(device.at.getTime() / 1000) : 0,
          now: moduleNow(device, input, at).now,
          todayPower: kWhOf(todayWh),
          // The module of a one-input model has all of its device's energy, that of replaced devices included.
          totalPower: kWhOf(device.inputs === 1 ? totalOf(device) : lifetimeWh),
          units: 'W',
          version: device.firmware,
          status: alertCode,
          model: device.model,
          model_name: device.modelName,
        };
      }),
      ...statusTexts(device.status, language),
      alertCode,
      alertTitle,
      model: device.model,
      modelName: device.modelName,
      ...lastReport,
      version: device.firmware,
      alias: device.alias,
    };
  });
  const modules = all.reduce((sum, { inputs }) => sum + inputs.length, 0);
  return { list, total: matching.length, total_plc: modules, is_all: to >= matching.length };
};

const totalOf = ({ at, totalWh }: DeviceWithModules): number | null => (at || totalWh ? totalWh : null);

function fits(
  { sn, alias }: DeviceWithModules,
  input: Input,
  settings: ModuleRow | undefined,
  { modulePage, keywords }: Pick<ParsedRequest<'site/modules'>, 'modulePage' | 'keywords'>,
): boolean {
  if (modulePage !== undefined && (settings?.page ?? 0) !== modulePage) return false;
  if (keywords === undefined) return true;
  const needle = keywords.toLowerCase();
  return (
    moduleSerial(sn, input).toLowerCase().startsWith(needle) ||
    [alias, settings?.label, settings?.product].some((text) => text?.toLowerCase().includes(needle))
  );
}
