// device/alerts/companies: by whose branch the caller can filter alerts.
import type { Handler } from '../../../handler.ts';
import { companiesOf } from '../../../sql/companiesOf.ts';

export const deviceAlertsCompanies: Handler<'device/alerts/companies'> = async (_, caller) => ({
  list: await companiesOf(caller),
});
