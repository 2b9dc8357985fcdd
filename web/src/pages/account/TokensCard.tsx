// API tokens of the account: created with a scope and an expiry, shown once, revoked by a button.
import type { Response } from '@heliograph/contract/calls.ts';
import { Button } from '@mantine/core';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../../api/failures.ts';
import { lazyPart } from '../../api/loading.ts';
import { useCall, useChange } from '../../api/useCall.ts';
import { Age } from '../../components/Age.tsx';
import { ErrorState } from '../../components/ErrorState.tsx';
import { dateOf } from '../../format/times.ts';
import { Card } from '../../ui/Card.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { RowSkeletons } from '../../ui/Skeleton.tsx';
import { toastDone } from '../../ui/toast.tsx';
import classes from './AccountPage.module.css';
import { Fact } from './SignInCard.tsx';

const MakeToken = lazyPart(() => import('./MakeToken.tsx'));

type Token = Response<'account/tokens'>['list'][number];

export function TokensCard() {
  const { t } = useTranslation();
  const tokens = useCall('account/tokens', {});
  const revoke = useChange('account/tokens/revoke', ['account/tokens']);
  const [isCreating, setCreating] = useState(false);
  const [selected, setSelected] = useState<Token | null>(null);
  const { data } = tokens;
  const close = () => {
    setSelected(null);
    revoke.reset();
  };
  return (
    <Card
      flush
      title={t('tokens.title')}
      note={t('tokens.text')}
      side={
        <Button variant="default" size="xs" onClick={() => setCreating(true)}>
          {t('tokens.add')}
        </Button>
      }
    >
      {tokens.isPending && <RowSkeletons rows={1} height={56} />}
      {tokens.error && !data && <ErrorState error={tokens.error} onRetry={() => void tokens.refetch()} compact />}
      {data?.list.length === 0 && (
        <p className={classes.none}>
          {t('tokens.noneText')} <a href="/api">{t('tokens.docs')}</a>
        </p>
      )}
      {data && data.list.length > 0 && (
        <ul className={classes.sessions}>
          {data.list.map((token) => (
            <li key={token.id} className={classes.session}>
              <div className={classes.client}>
                <b>{token.name}</b>
                <div className="muted">{t(`tokens.${token.scope}`)}</div>
              </div>
              <Fact label={t('tokens.expires')}>
                <span className="num">{dateOf(token.expiresIso)}</span>
              </Fact>
              <Fact label={t('security.lastUse')}>
                {token.lastUsedIso ? <Age at={token.lastUsedIso} /> : t('security.never')}
              </Fact>
              <div className={classes.end}>
                <Button variant="default" size="xs" onClick={() => setSelected(token)}>
                  {t('tokens.revoke')}
                </Button>
              </div>
            </li>
          ))}
        </ul>
      )}
      <Suspense>{isCreating && <MakeToken onClose={() => setCreating(false)} />}</Suspense>
      <ConfirmDialog
        opened={selected !== null}
        onClose={close}
        onConfirm={() =>
          selected &&
          revoke.mutate(
            { id: selected.id },
            {
              onSuccess: () => {
                toastDone(t('tokens.revoked'));
                close();
              },
            },
          )
        }
        title={t('tokens.revokeTitle', { name: selected?.name ?? '' })}
        text={t('tokens.revokeText')}
        confirmLabel={t('tokens.revoke')}
        isBusy={revoke.isPending}
        error={revoke.error ? messageOf(revoke.error, t) : null}
      />
    </Card>
  );
}
