// Open ownership claims for administrators, a page at a time.
import type { Response } from '@heliograph/contract/calls.ts';
import { Button, Group, Stack } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../../api/useCall.ts';
import { Pager } from '../../../../components/list/Pager.tsx';
import { dateOf } from '../../../../format/times.ts';
import { Notice } from '../../../../ui/Notice.tsx';
import { DecideDialog } from './DecideDialog.tsx';

export type OpenClaim = Response<'product/sn/ownership'>['list'][number];

const SIZE = 10;

export default function OpenClaims() {
  const { t } = useTranslation();
  const [page, setPage] = useState(0);
  const { data } = useCall('product/sn/ownership', { page: { size: SIZE, num: page } }, { keepsPrevious: true });
  const [opened, setOpened] = useState<OpenClaim | null>(null);
  if (!data || data.total === 0) return null;
  return (
    <Notice kind="info">
      <Stack gap="xs">
        <span>{t('ownership.waiting', { count: data.total })}</span>
        {data.list.map((claim) => (
          <Group key={claim.id} gap="xs">
            <span>
              <b className="num">{claim.sn}</b>{' '}
              {t('ownership.claimOf', {
                company: claim.claimant.companyName,
                plant: claim.claimant.siteName,
                claimed: dateOf(claim.claimedIso ?? ''),
              })}
            </span>
            <Button size="xs" onClick={() => setOpened(claim)}>
              {t('ownership.review')}
            </Button>
          </Group>
        ))}
        {data.total > SIZE && <Pager page={page} size={SIZE} total={data.total} onPage={setPage} />}
      </Stack>
      {opened && <DecideDialog claim={opened} onClose={() => setOpened(null)} />}
    </Notice>
  );
}
