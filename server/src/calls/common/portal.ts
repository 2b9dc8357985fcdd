// common/portal: brand, maintenance notice and the progress of the demonstration.

import type { Handler } from '../../platform/handler.ts';
import { portalState } from '../../companies/portalState.ts';

export const commonPortal: Handler<'common/portal'> = (_request, { context }) => portalState(context);
