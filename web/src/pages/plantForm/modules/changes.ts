// What sorting modules changes, and the changes themselves.
import type { ChangingPath } from '../../../api/post.ts';
import { useChange } from '../../../api/useCall.ts';

const MAKES_OLD = [
  ...(['site/modules', 'site/modules/page', 'device/modules', 'device/modules/page'] as const),
  'device/modules/statistics/overview' as const,
];

type Sorting = Extract<ChangingPath, `device/modules/${'page' | 'move'}/${string}`>;

export const useSorting = <P extends Sorting>(path: P) => useChange(path, MAKES_OLD);
