// dashboard/device/summary: what the plants of a branch consist of, where they are, how they do and how old their data are.
import type { Response } from '@heliograph/contract/calls.ts';
import { DATA_AGES } from '@heliograph/contract/dataAges.ts';
import type { ReportKind } from '@heliograph/contract/report.ts';
import { STATUS } from '@heliograph/contract/statuses.ts';
import { type Kind, reportKindOf } from '../../../families/kinds.ts';
import { countriesOf } from '../../../figures/fleetCountries.ts';
import { countedAt, fleetCounts, fleetStates, sitesBy } from '../../../figures/fleetCounts.ts';
import { type Counts, countKey, partsOfKey } from '../../../figures/fleetShares.ts';
import { type FleetState, plus } from '../../../figures/fleetStates.ts';
import type { Handler } from '../../../handler.ts';
import { kWhOf, wattsOf } from '../../../wire/figures.ts';

type Answer = Response<'dashboard/device/summary'>;

const MOST_FIRMWARE = 20;

interface Product {
  id: number;
  model: number;
  name: string;
  kind: Kind;
}

export const dashboardDeviceSummary: Handler<'dashboard/device/summary'> = async (_request, caller) => {
  const { sql, language } = caller;
  const [counts, { states, monthWh, at }, products, passedAt] = await Promise.all([
    fleetCounts(caller, ['sites', 'milliwatts', 'panels', 'product', 'onGateway', 'firmware', 'country']),
    fleetStates(caller),
    sql<Product[]>`select id, model, name, kind from products`,
    countedAt(sql, 'sites'),
  ]);
  const count = (key: string) => counts.get(key) ?? 0;
  const kinds: Partial<Record<ReportKind, number>> = {};
  let wifi = 0;
  for (const { id, kind } of products) {
    const ofProduct = count(countKey('product', id));
    if (kind === 'microinverter') wifi += ofProduct - count(countKey('onGateway', id));
    if (ofProduct > 0) kinds[reportKindOf(kind)] = (kinds[reportKindOf(kind)] ?? 0) + ofProduct;
  }
  const firmware = firmwareOf(counts, products);
  const statuses = sitesBy(states, ({ status }) => status);
  const ages = sitesBy(states, ({ age }) => age);
  return {
    siteCount: count(countKey('sites')),
    isCounted: passedAt !== null && at !== null,
    powerMax: count(countKey('milliwatts')) / 1000,
    panels: count(countKey('panels')),
    deviceCount: Object.values(kinds).reduce((sum, devices) => sum + devices, 0),
    kinds,
    wifi,
    firmware: firmware.slice(0, MOST_FIRMWARE),
    firmwareMore: Math.max(0, firmware.length - MOST_FIRMWARE),
    ...madeBy(states),
    monthPower: kWhOf(monthWh),
    countries: countriesOf(counts, 'country', language),
    statusMap: Object.fromEntries(Object.values(STATUS).map((status) => [String(status), statuses.get(status) ?? 0])),
    asleep: states.reduce((sum, { isAsleep, sites }) => (isAsleep ? sum + sites : sum), 0),
    ages: DATA_AGES.map((age) => ({ age, count: ages.get(age) ?? 0 })),
    statesIso: at?.toISOString() ?? null,
  };
};

function madeBy(states: readonly FleetState[]): Pick<Answer, 'now' | 'todayPower' | 'totalPower'> {
  const sum = (of: (state: FleetState) => number | null) =>
    states.reduce<number | null>((total, state) => plus(total, of(state)), null);
  return {
    now: wattsOf(sum(({ nowW }) => nowW)),
    todayPower: kWhOf(sum(({ todayWh }) => todayWh)),
    totalPower: kWhOf(sum(({ totalWh }) => totalWh)),
  };
}

/** Of the most devices first. */
function firmwareOf(counts: Counts, products: readonly Product[]): Answer['firmware'] {
  const byId = new Map(products.map((product) => [product.id, product]));
  return [...counts]
    .flatMap(([text, count]) => {
      const { what, key } = partsOfKey(text);
      if (what !== 'firmware') return [];
      const end = key.indexOf(' ');
      const product = byId.get(Number(key.slice(0, end)));
      return product ? [{ model: product.model, modelName: product.name, firmware: key.slice(end + 1), count }] : [];
    })
    .sort((one, other) => other.count - one.count || one.modelName.localeCompare(other.modelName));
}
