// common/portal: brand, maintenance notice and progress of the demo.

import { portalState } from '../../companies/portalState.ts';
import type { Handler } from '../../platform/handler.ts';

export const commonPortal: Handler<'common/portal'> = (_request, { context }) => portalState(context);
