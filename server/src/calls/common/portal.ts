// common/portal: brand, maintenance notice and progress of the demo.

import { brandOfRequest } from '../../brands/brands.ts';
import { portalState } from '../../companies/portalState.ts';
import type { Handler } from '../../platform/handler.ts';

export const commonPortal: Handler<'common/portal'> = async (_request, { context, sql, portal }) =>
  await portalState(context, await brandOfRequest(sql, context.config, portal));
