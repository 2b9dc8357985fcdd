// dashboard/device/summary: devices, locations, states and data age of the plants of a branch.
import type { Response } from '@heliograph/contract/calls.ts';
import { DATA_AGES } from '@heliograph/contract/dataAges.ts';
import { STATUS } from '@heliograph/contract/statuses.ts';
import { type Counts, countKey, partsOfKey } from '../../../fleet/contributions.ts';
import { countriesOf } from '../../../fleet/countries.ts';
import { countedAt, fleetCounts, fleetStates, sitesBy } from '../../../fleet/counts.ts';
import { type CountedProduct, countedProducts, devicesOf } from '../../../fleet/deviceCounts.ts';
import { totalsOf } from '../../../fleet/states.ts';
import type { Handler } from '../../../platform/handler.ts';
import { kWhOf, wattsOf } from '../../../platform/texts/numbers.ts';

type Answer = Response<'dashboard/device/summary'>;

const MAX_FIRMWARE = 20;

export const dashboardDeviceSummary: Handler<'dashboard/device/summary'> = async (_request, caller) => {
  const { sql, language } = caller;
  const [counts, { states, monthWh, at }, products, countedAtTime] = await Promise.all([
    fleetCounts(caller, ['sites', 'milliwatts', 'panels', 'product', 'onGateway', 'firmware', 'country']),
    fleetStates(caller),
    countedProducts(sql),
    countedAt(sql, 'sites'),
  ]);
  const count = (key: string) => counts.get(key) ?? 0;
  const production = totalsOf(states);
  const firmware = firmwareOf(counts, products);
  const statuses = sitesBy(states, ({ status }) => status);
  const ages = sitesBy(states, ({ age }) => age);
  return {
    siteCount: count(countKey('sites')),
    isCounted: countedAtTime !== null && at !== null,
    powerMax: count(countKey('milliwatts')) / 1000,
    panels: count(countKey('panels')),
    ...devicesOf(counts, products),
    firmware: firmware.slice(0, MAX_FIRMWARE),
    firmwareMore: Math.max(0, firmware.length - MAX_FIRMWARE),
    now: wattsOf(production.nowW),
    todayPower: kWhOf(production.todayWh),
    totalPower: kWhOf(production.totalWh),
    monthPower: kWhOf(monthWh),
    countries: countriesOf(counts, 'country', language),
    statusMap: Object.fromEntries(Object.values(STATUS).map((status) => [String(status), statuses.get(status) ?? 0])),
    asleep: states.reduce((sum, { isAsleep, sites }) => (isAsleep ? sum + sites : sum), 0),
    ages: DATA_AGES.map((age) => ({ age, count: ages.get(age) ?? 0 })),
    statesIso: at?.toISOString() ?? null,
  };
};

/** Firmware versions by number of devices, descending; ties in a stable order. */
function firmwareOf(counts: Counts, products: readonly CountedProduct[]): Answer['firmware'] {
  const byId = new Map(products.map((product) => [product.id, product]));
  return [...counts]
    .flatMap(([text, count]) => {
      const { what, key } = partsOfKey(text);
      if (what !== 'firmware') return [];
      const end = key.indexOf(' ');
      const product = byId.get(Number(key.slice(0, end)));
      return product ? [{ model: product.model, modelName: product.name, firmware: key.slice(end + 1), count }] : [];
    })
    .sort(
      (one, other) =>
        other.count - one.count ||
        one.modelName.localeCompare(other.modelName) ||
        one.firmware.localeCompare(other.firmware),
    );
}
