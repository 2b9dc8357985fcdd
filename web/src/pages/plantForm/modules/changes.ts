// Changes to module pages, and the calls that they invalidate.
import type { ChangingPath } from '../../../api/post.ts';
import { useChange } from '../../../api/useCall.ts';

const INVALIDATED_CALLS = [
  ...(['site/modules', 'site/modules/page', 'device/modules', 'device/modules/page'] as const),
  'device/modules/statistics/overview' as const,
];

type PagePath = Extract<ChangingPath, `device/modules/${'page' | 'move'}/${string}`>;

export const useModulePageChange = <P extends PagePath>(path: P) => useChange(path, INVALIDATED_CALLS);
