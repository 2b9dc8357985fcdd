// Instead of a plant that was deleted, is not the reader's, or never was: the server tells them all the same.
import { REFUSALS } from '@heliograph/contract/errors.ts';
import { Suspense } from 'react';
import { Refused } from '../../api/failures.ts';
import { lazyPart } from '../../api/loading.ts';

const NoSuchPlantCard = lazyPart(() => import('./NoSuchPlantCard.tsx'));

export const isNoSuchPlant = (error: unknown): boolean =>
  error instanceof Refused && error.code === REFUSALS.noSuchSite;

/** Loaded when it is needed, which is seldom. */
export const NoSuchPlant = () => (
  <Suspense fallback={null}>
    <NoSuchPlantCard />
  </Suspense>
);
