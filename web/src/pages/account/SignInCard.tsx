// Sign-in methods besides the password: codes of an app, companies, and passkeys.
import type { Response } from '@heliograph/contract/calls.ts';
import { Button, Group } from '@mantine/core';
import { type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../../api/failures.ts';
import { lazyPart } from '../../api/loading.ts';
import { useCall, useChange } from '../../api/useCall.ts';
import { Age } from '../../components/Age.tsx';
import { ErrorState } from '../../components/ErrorState.tsx';
import { dateOf } from '../../format/times.ts';
import { addTexts } from '../../i18n/start.ts';
import { refreshMenus } from '../../session/routeGuard.ts';
import { session } from '../../session/session.ts';
import { Card } from '../../ui/Card.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { RowSkeletons } from '../../ui/Skeleton.tsx';
import { StatusDot } from '../../ui/StatusDot.tsx';
import { toastDone } from '../../ui/toast.tsx';
import classes from './AccountPage.module.css';

const SetUpCodes = lazyPart(() => import('./SetUpCodes.tsx'));
const EndCodes = lazyPart(() => import('./EndCodes.tsx'));
const AddPasskey = lazyPart(async () => (await Promise.all([import('./AddPasskey.tsx'), addTexts(['secondStep'])]))[0]);

type Passkey = Response<'account/secondFactor'>['passkeys'][number];

export function SignInCard() {
  const { t } = useTranslation();
  const factors = useCall('account/secondFactor', {});
  const remove = useChange('account/passkeys/remove', ['account/secondFactor']);
  const [opened, setOpened] = useState<'setUp' | 'end' | 'passkey' | null>(null);
  /** Passkey whose removal is to be confirmed. */
  const [removed, setRemoved] = useState<Passkey | null>(null);
  const { data } = factors;
  const close = () => {
    setOpened(null);
    // Lifts the restriction of a role that requires a second factor.
    if (session().secondFactor) void refreshMenus().catch(() => undefined);
  };
  const closeConfirmation = () => {
    setRemoved(null);
    remove.reset();
  };
  return (
    <Card
      flush
      title={t('security.title')}
      note={t('security.text')}
      side={
        <Button variant="default" size="xs" disabled={!data} onClick={() => setOpened('passkey')}>
          {t('security.addPasskey')}
        </Button>
      }
    >
      {factors.isPending && <RowSkeletons rows={1} height={56} />}
      {factors.error && !data && <ErrorState error={factors.error} onRetry={() => void factors.refetch()} compact />}
      {data && (
        <ul className={classes.sessions}>
          <CodesRow {...data} onSetUp={() => setOpened('setUp')} onEnd={() => setOpened('end')} />
          {data.companies.map((company) => (
            <CompanyRow key={company.companyId} {...company} />
          ))}
          {data.passkeys.map((passkey) => (
            <PasskeyRow key={passkey.id} passkey={passkey} onRemove={() => setRemoved(passkey)} />
          ))}
        </ul>
      )}
      <Suspense>
        {opened === 'setUp' && <SetUpCodes onClose={close} />}
        {opened === 'end' && <EndCodes onClose={close} />}
        {opened === 'passkey' && <AddPasskey onClose={close} />}
      </Suspense>
      <ConfirmDialog
        opened={removed !== null}
        onClose={closeConfirmation}
        onConfirm={() =>
          removed &&
          remove.mutate(
            { id: removed.id },
            {
              onSuccess: () => {
                toastDone(t('security.removed'));
                closeConfirmation();
              },
            },
          )
        }
        title={t('security.removeTitle', { name: removed?.name ?? '' })}
        text={t('security.removeText')}
        confirmLabel={t('security.remove')}
        isBusy={remove.isPending}
        error={remove.error ? messageOf(remove.error, t) : null}
      />
    </Card>
  );
}

export function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <div className={classes.label}>{label}</div>
      {children}
    </div>
  );
}

type Company = Response<'account/secondFactor'>['companies'][number];

function CompanyRow({ companyName, linkedIso, lastUsedIso }: Company) {
  const { t } = useTranslation();
  return (
    <li className={`${classes.session} ${classes.linked}`}>
      <div className={classes.client}>
        <b>{t('security.company', { company: companyName })}</b>
        <div className="muted">{t('security.companyText')}</div>
      </div>
      <Fact label={t('security.linked')}>
        <span className="num">{dateOf(linkedIso)}</span>
      </Fact>
      <Fact label={t('security.lastUse')}>
        <Age at={lastUsedIso} />
      </Fact>
    </li>
  );
}

function PasskeyRow({ passkey, onRemove }: { passkey: Passkey; onRemove: () => void }) {
  const { t } = useTranslation();
  return (
    <li className={classes.session}>
      <div className={classes.client}>
        <b>{passkey.name}</b>
      </div>
      <Fact label={t('security.added')}>
        <span className="num">{dateOf(passkey.madeIso)}</span>
      </Fact>
      <Fact label={t('security.lastUse')}>
        {passkey.lastUsedIso ? <Age at={passkey.lastUsedIso} /> : t('security.never')}
      </Fact>
      <div className={classes.end}>
        <Button variant="default" size="xs" onClick={onRemove}>
          {t('security.remove')}
        </Button>
      </div>
    </li>
  );
}

interface CodesProps extends Response<'account/secondFactor'> {
  onSetUp: () => void;
  onEnd: () => void;
}

function CodesRow({ canHaveCodes, codesSinceIso, recoveryCodesLeft, onSetUp, onEnd }: CodesProps) {
  const { t } = useTranslation();
  const isOn = codesSinceIso !== null;
  return (
    <li className={`${classes.session} ${classes.wide}`}>
      <div className={classes.client}>
        <b>{t('security.codes')}</b>
        {isOn ? (
          <Group gap="xs">
            <StatusDot tone="ok">{t('security.codesOn', { day: dateOf(codesSinceIso) })}</StatusDot>
            <span className="muted">{t('security.left', { count: recoveryCodesLeft })}</span>
          </Group>
        ) : (
          <div className="muted">{t(canHaveCodes ? 'security.codesOff' : 'security.noKey')}</div>
        )}
      </div>
      {(isOn || canHaveCodes) && (
        <div className={classes.end}>
          <Button variant="default" size="xs" onClick={isOn ? onEnd : onSetUp}>
            {t(isOn ? 'security.turnOff' : 'security.setUp')}
          </Button>
        </div>
      )}
    </li>
  );
}
