// A status line for each job that runs for a plant after a change: its figures are outdated until the job is done.
import type { Response } from '@heliograph/contract/calls.ts';
import { Loader, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';

type Job = Response<'site/overview'>['jobs'][number];

const TEXTS = {
  recompute: 'plant.recomputing',
  takeKept: 'plant.takingKept',
  readFlows: 'plant.readingFlows',
  moveHistory: 'plant.movingHistory',
  findPeaks: 'plant.findingPeaks',
  // Concerns a removed plant, which no user can open.
  removeHistory: null,
} as const satisfies Record<Job['kind'], string | null>;

export default function SiteJobs({ jobs }: { jobs: Job[] }) {
  const { t } = useTranslation();
  return jobs.map(({ kind, done, total }) => {
    const text = TEXTS[kind];
    if (text === null) return null;
    return (
      <Text key={kind} size="sm" c="dimmed" mb="xs" style={{ display: 'flex', alignItems: 'center', gap: 8 }}>
        <Loader size={14} aria-hidden />
        {t(text)} {total !== null && total > 0 && t('plant.jobProgress', { done: Math.min(done, total), total })}
      </Text>
    );
  });
}
