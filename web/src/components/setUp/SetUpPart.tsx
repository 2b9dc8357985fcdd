// The checks of the set-up of a plant or a device, for any page: loaded with their texts when they are shown.
import { Suspense } from 'react';
import { lazyPart } from '../../api/loading.ts';
import { addTexts } from '../../i18n/start.ts';
import { RowSkeletons } from '../../ui/Skeleton.tsx';
import type { SetUpProps } from './SetUpChecks.tsx';

export const loadSetUp = async () => {
  const [file] = await Promise.all([import('./SetUpChecks.tsx'), addTexts(['setUp'])]);
  return file;
};
const SetUpChecks = lazyPart(loadSetUp);

/** Loads the checks on demand. The page listens to notifications of its plant; in addition the checks are refetched every minute. */
export function SetUpPart(props: SetUpProps) {
  return (
    <Suspense fallback={<RowSkeletons rows={4} height={64} />}>
      <SetUpChecks {...props} />
    </Suspense>
  );
}
