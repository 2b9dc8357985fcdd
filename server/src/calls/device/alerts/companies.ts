// device/alerts/companies: companies by whose branch alerts can be filtered.

import { companiesOf, MAX_COMPANIES } from '../../../access/branch.ts';
import type { Handler } from '../../../platform/handler.ts';

export const deviceAlertsCompanies: Handler<'device/alerts/companies'> = async ({ keywords, id }, caller) => {
  const companies = await companiesOf(caller, { only: id ?? null, keywords, most: MAX_COMPANIES + 1 });
  return { list: companies.slice(0, MAX_COMPANIES), more: companies.length > MAX_COMPANIES };
};
