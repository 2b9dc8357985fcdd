// common/portal: brand, maintenance notice and the progress of the demonstration.
import { portalState } from '../../sql/portalState.ts';
import type { Handler } from '../handler.ts';

export const commonPortal: Handler<'common/portal'> = (_request, { context }) => portalState(context);
