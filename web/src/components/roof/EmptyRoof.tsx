// Empty states of a roof plan.
import type { Response } from '@heliograph/contract/calls.ts';
import { Button } from '@mantine/core';
import { IconSolarPanel } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { links } from '../../links.ts';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';

export function NoModules({ sid }: { sid: string }) {
  const { t } = useTranslation();
  return (
    <Card>
      <EmptyState
        icon={<IconSolarPanel size={28} stroke={1.5} aria-hidden />}
        title={t('roof.noModules')}
        text={t('roof.noModulesText')}
        action={
          <Button variant="default" renderRoot={(props) => <Link {...props} {...links.siteDetail(sid)} />}>
            {t('plant.overview')}
          </Button>
        }
      />
    </Card>
  );
}

/** Shown when there are modules, but none is placed on the roof. */
export function NoPlaces({ layout: { sid, changeable } }: { layout: Response<'site/layoutInfo'> }) {
  const { t } = useTranslation();
  return (
    <Card>
      <EmptyState
        icon={<IconSolarPanel size={28} stroke={1.5} aria-hidden />}
        title={t('roof.emptyTitle')}
        text={t(changeable ? 'roof.emptyText' : 'roof.emptyTextReader')}
        action={
          changeable && (
            <Button renderRoot={(props) => <Link {...props} {...links.layout(sid)} />}>{t('roof.edit')}</Button>
          )
        }
      />
    </Card>
  );
}
