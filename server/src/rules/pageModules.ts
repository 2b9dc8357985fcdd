// Parts of an answer that belong to page modules: empty for a role that does not own the module, so that the call tells no more than the page.
import type { Response } from '@heliograph/contract/calls.ts';
import type { Permission } from '@heliograph/contract/permissions.ts';

type Permissions = ReadonlySet<Permission>;
type Production = Response<'site/overview'>['statisticsProduction'];
type Benefit = Response<'site/overview'>['benefit'];

/** Energy stays; money is "" without SiteMoney. */
export function productionFor(permissions: Permissions, production: Production): Production {
  if (permissions.has('SiteMoney')) return production;
  return { ...production, todayMoney: '', yesterdayMoney: '', monthMoney: '', yearMoney: '', totalMoney: '' };
}

/** Money of one period as text, "" without SiteMoney. */
export function moneyFor(permissions: Permissions, money: string): string {
  return permissions.has('SiteMoney') ? money : '';
}

/** Figures are "" without SiteBenefits. */
export function benefitFor(permissions: Permissions, benefit: Benefit): Benefit {
  return permissions.has('SiteBenefits') ? benefit : { ...benefit, co2: '', tree: '', car: '', light: '', oil: '' };
}

/** No devices without SiteDevices. */
export function devicesFor<Device>(permissions: Permissions, devices: Device[]): Device[] {
  return permissions.has('SiteDevices') ? devices : [];
}
