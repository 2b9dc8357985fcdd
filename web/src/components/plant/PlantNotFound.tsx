// Shown in place of a plant that was deleted, is not accessible, or never existed: the server does not distinguish them.
import { ERROR_CODES } from '@heliograph/contract/errors.ts';
import { Suspense } from 'react';
import { ApiError } from '../../api/failures.ts';
import { lazyPart } from '../../api/loading.ts';

const PlantNotFoundCard = lazyPart(() => import('./PlantNotFoundCard.tsx'));

export const isPlantNotFound = (error: unknown): boolean =>
  error instanceof ApiError && error.code === ERROR_CODES.siteNotFound;

/** Loaded on demand, because it is rarely needed. */
export const PlantNotFound = () => (
  <Suspense fallback={null}>
    <PlantNotFoundCard />
  </Suspense>
);
