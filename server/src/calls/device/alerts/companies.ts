// device/alerts/companies: by whose branch the caller can filter alerts.

import { companiesOf, MAX_COMPANIES } from '../../../access/branch.ts';
import type { Handler } from '../../../platform/handler.ts';

export const deviceAlertsCompanies: Handler<'device/alerts/companies'> = async ({ keywords, id }, caller) => {
  const found = await companiesOf(caller, { only: id ?? null, keywords, most: MAX_COMPANIES + 1 });
  return { list: found.slice(0, MAX_COMPANIES), more: found.length > MAX_COMPANIES };
};
