// Lets the service company restrict the owner of a plant: whether the owner may set mode and reserve of its batteries.
import type { Response } from '@heliograph/contract/calls.ts';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../../../api/failures.ts';
import { useChange } from '../../../api/useCall.ts';
import { dateOf } from '../../../format/times.ts';
import { Card } from '../../../ui/Card.tsx';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import classes from './battery.module.css';
import { CALLS } from './calls.ts';

interface Props {
  sid: string;
  kind: keyof typeof CALLS;
  view: Response<'battery/hx/params/view'>;
}

export default function OwnerAccess({ sid, kind, view }: Props) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const change = useChange('battery/hx/params/ownerAccess', [CALLS[kind].view]);
  const { restriction, timezone } = view;
  const isAllowed = restriction === null;
  return (
    <Card title={t('battery.owner.title')}>
      <div className={classes.access}>
        <span>
          {restriction === null
            ? t('battery.owner.allowed')
            : t('battery.owner.restricted', {
                who: restriction.byName || restriction.companyName,
                when: dateOf(restriction.iso, timezone),
              })}
        </span>
        <Button variant="default" onClick={() => setOpen(true)}>
          {t(isAllowed ? 'battery.owner.restrict' : 'battery.owner.allow')}
        </Button>
      </div>
      <ConfirmDialog
        opened={isOpen}
        onClose={() => setOpen(false)}
        title={t(isAllowed ? 'battery.owner.restrict' : 'battery.owner.allow')}
        text={t(isAllowed ? 'battery.owner.restrictText' : 'battery.owner.allowText')}
        confirmLabel={t(isAllowed ? 'battery.owner.restrictDo' : 'battery.owner.allowDo')}
        confirmColor={undefined}
        isBusy={change.isPending}
        error={change.error && messageOf(change.error, t)}
        onConfirm={() => change.mutate({ sid, isAllowed: !isAllowed }, { onSuccess: () => setOpen(false) })}
      />
    </Card>
  );
}
