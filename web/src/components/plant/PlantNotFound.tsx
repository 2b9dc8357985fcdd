// Instead of a plant that was deleted, is not the reader's, or never was: the server tells them all the same.
import { ERROR_CODES } from '@heliograph/contract/errors.ts';
import { Suspense } from 'react';
import { ApiError } from '../../api/failures.ts';
import { lazyPart } from '../../api/loading.ts';

const PlantNotFoundCard = lazyPart(() => import('./PlantNotFoundCard.tsx'));

export const isPlantNotFound = (error: unknown): boolean =>
  error instanceof ApiError && error.code === ERROR_CODES.siteNotFound;

/** Loaded when it is needed, which is seldom. */
export const PlantNotFound = () => (
  <Suspense fallback={null}>
    <PlantNotFoundCard />
  </Suspense>
);
