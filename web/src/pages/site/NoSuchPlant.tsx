// Instead of a plant that was deleted, is not the reader's, or never was: the server tells them all the same.
import { REFUSALS } from '@heliograph/contract/errors.ts';
import { Button } from '@mantine/core';
import { IconSolarPanel } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { Refused } from '../../api/failures.ts';
import { PageHeader } from '../../components/PageHeader.tsx';
import { links } from '../../links.ts';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';

export const isNoSuchPlant = (error: unknown): boolean =>
  error instanceof Refused && error.code === REFUSALS.noSuchSite;

export function NoSuchPlant() {
  const { t } = useTranslation();
  return (
    <>
      <PageHeader title={t('noPlant.title')} />
      <Card flush>
        <EmptyState
          icon={<IconSolarPanel size={22} stroke={1.75} aria-hidden />}
          title={t('noPlant.what')}
          text={t('noPlant.text')}
          action={<Button renderRoot={(props) => <Link {...props} {...links.sites()} />}>{t('noPlant.toList')}</Button>}
        />
      </Card>
    </>
  );
}
