// device/alerts/companies: by whose branch the caller can filter alerts.

import { companiesOf, MOST_COMPANIES } from '../../../access/branch.ts';
import type { Handler } from '../../../platform/handler.ts';

export const deviceAlertsCompanies: Handler<'device/alerts/companies'> = async ({ keywords, id }, caller) => {
  const found = await companiesOf(caller, { only: id ?? null, keywords, most: MOST_COMPANIES + 1 });
  return { list: found.slice(0, MOST_COMPANIES), more: found.length > MOST_COMPANIES };
};
