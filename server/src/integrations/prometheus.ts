// Serves the metrics of a plant to Prometheus by token: GET /metrics/plant?sid=. The figures are those of site/overview and device/list; unknown values have no line.
import { sid as sidPart } from '@heliograph/contract/entities/parts.ts';
import type { FastifyInstance } from 'fastify';
import { Gauge, Registry } from 'prom-client';
import { NODE_NAMES, NODES, nodePower, numberOf } from '../energy/flows/nodePower.ts';
import { createInternalCall, requesterOf } from '../http/internalCalls.ts';

/** Maximum number of devices; further ones are left out, as larger scrapes need a dedicated store. */
const MAX_DEVICES = 200;

const POWER =
  'Power now, W: of production, of the home, of the grid (from it positive), of the battery (out of it positive), of a generator.';

export function servePlantMetrics(app: FastifyInstance): void {
  const ask = createInternalCall(app);
  app.get('/metrics/plant', async (request, reply) => {
    reply.header('cache-control', 'no-store');
    const { sid } = request.query as { sid?: unknown };
    const requested = sidPart.safeParse(sid);
    if (!requested.success) return reply.status(400).type('text/plain').send('sid: which plant\n');
    const plant = await ask(requesterOf(request), 'site/overview', { sid: requested.data });
    if ('refusal' in plant) {
      const { status, msg } = plant.refusal;
      // A call sends a refusal as HTTP 200; Prometheus reads only the status.
      return reply
        .status(status === 200 ? 404 : status)
        .type('text/plain')
        .send(`${msg}\n`);
    }
    const {
      siteName,
      energy,
      statisticsProduction,
      balance,
      lastUpdateIso,
      deviceCount,
      reporting,
      powerMax,
      problems,
    } = plant.data;
    const registry = new Registry();
    const labels = { sid: requested.data, plant: siteName };
    const set = (
      name: string,
      help: string,
      value: number | null | undefined,
      own: Record<string, string> = {},
    ): void => {
      if (value === null || value === undefined || Number.isNaN(value)) return;
      const all = { ...labels, ...own };
      const known = registry.getSingleMetric(name) as Gauge | undefined;
      (known ?? new Gauge({ name, help, labelNames: Object.keys(all), registers: [registry] })).set(all, value);
    };
    for (const part of NODE_NAMES)
      if (energy[part].show)
        set('heliograph_plant_power_watts', POWER, nodePower(part, energy[part]), { part: NODES[part] });
    const energyHelp = 'Energy that the modules made, kWh: today, this month, this year, in all.';
    for (const period of ['today', 'month', 'year', 'total'] as const)
      set('heliograph_plant_energy_kwh', energyHelp, numberOf(statisticsProduction[period]), { period });
    if (balance)
      for (const flow of ['fromGrid', 'toGrid', 'charge', 'discharge', 'home', 'ownUse'] as const)
        set('heliograph_plant_flow_today_kwh', 'Energy of today by flow, kWh.', balance.today[flow].energy, { flow });
    set('heliograph_plant_rated_watts', 'Peak power of the modules, W.', powerMax);
    set('heliograph_plant_devices', 'Devices of the plant.', deviceCount);
    set('heliograph_plant_devices_reporting', 'Devices that report as often as they should.', reporting);
    set(
      'heliograph_plant_open_problems',
      'Open problems; warnings that somebody has acknowledged are not counted.',
      problems.filter(({ isCounted }) => isCounted).length,
    );
    set(
      'heliograph_plant_last_update_seconds',
      'When something was last heard, seconds since 1970.',
      lastUpdateIso === null ? null : Date.parse(lastUpdateIso) / 1000,
    );
    const page = { size: MAX_DEVICES, num: 0 };
    const devices = await ask(requesterOf(request), 'device/list', { page, filters: { sid: requested.data } });
    if ('data' in devices)
      for (const { sn, kind, isLive, now, nowOf, todayPower, totalPower, batterySoc } of devices.data.list) {
        const own = { sn, kind };
        const power =
          'Power of a device, W, while it is live; of a meter from the grid, of a battery out of it positive.';
        if (isLive && nowOf !== null) set('heliograph_device_power_watts', power, now, own);
        set('heliograph_device_energy_today_kwh', 'Energy that a device made today, kWh.', todayPower, own);
        set('heliograph_device_energy_total_kwh', 'Energy that a device made in all, kWh.', totalPower, own);
        set('heliograph_device_battery_percent', 'Charge of a battery, percent.', batterySoc, own);
        set('heliograph_device_live', '1 while a device reports as often as it should.', isLive ? 1 : 0, own);
      }
    return reply.type(registry.contentType).send(await registry.metrics());
  });
}
