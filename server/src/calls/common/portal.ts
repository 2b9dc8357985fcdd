// common/portal: brand, maintenance notice and the progress of the demonstration.

import type { Handler } from '../../handler.ts';
import { portalState } from '../../sql/portalState.ts';

export const commonPortal: Handler<'common/portal'> = (_request, { context }) => portalState(context);
