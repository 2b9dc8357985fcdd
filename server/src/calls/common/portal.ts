// common/portal: brand, maintenance notice and the progress of the demonstration.

import { portalState } from '../../companies/portalState.ts';
import type { Handler } from '../../platform/handler.ts';

export const commonPortal: Handler<'common/portal'> = (_request, { context }) => portalState(context);
