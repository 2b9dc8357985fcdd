// Feed-in limit rule of a plant: its text, the current limit and its cause, how many devices comply, and what they do without a connection.
import type { Response } from '@heliograph/contract/calls.ts';
import { Button } from '@mantine/core';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPart } from '../../../api/loading.ts';
import { useCall } from '../../../api/useCall.ts';
import { ErrorState } from '../../../components/ErrorState.tsx';
import classes from '../../../components/parameters/parameters.module.css';
import { dateTime } from '../../../format/times.ts';
import { Card } from '../../../ui/Card.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { RowSkeletons } from '../../../ui/Skeleton.tsx';
import { StatusDot } from '../../../ui/StatusDot.tsx';
import { limitText, ruleText } from './words.ts';

const LimitRuleDialog = lazyPart(() => import('./LimitRuleDialog.tsx'));

const REFETCH_MS = 15_000;

export function LimitRuleCard({ sid }: { sid: string }) {
  const { t } = useTranslation();
  const [isDialogOpen, setDialogOpen] = useState(false);
  const { data, error, refetch } = useCall('site/limitRule', { sid }, { refetchIntervalMs: REFETCH_MS });
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  const mayChange = data?.control.mayWrite && (data.counts.limited > 0 || (data.rule?.kind ?? 'none') !== 'none');
  return (
    <Card
      flush
      title={t('limitRule.title')}
      note={data?.timezone}
      side={
        mayChange && (
          <Button variant="default" size="xs" onClick={() => setDialogOpen(true)}>
            {t('limitRule.change')}
          </Button>
        )
      }
    >
      {!data && <RowSkeletons rows={3} height={48} />}
      {data && <Facts data={data} />}
      {data && isDialogOpen && (
        <Suspense>
          <LimitRuleDialog sid={sid} data={data} onClose={() => setDialogOpen(false)} />
        </Suspense>
      )}
    </Card>
  );
}

function Facts({ data }: { data: Response<'site/limitRule'> }) {
  const { t } = useTranslation();
  const { rule, now, counts, others, setBy, setIso, timezone } = data;
  const when = (iso: string | null) => (iso ? dateTime(iso, timezone) : '');
  const { limited, holding, above, returning } = counts;
  const hasRule = rule !== null && rule.kind !== 'none';
  if (!hasRule && limited === 0) return <p className={`${classes.part} muted`}>{t('limitRule.nothing')}</p>;
  const returns = returning === 0 ? 'returnsNone' : returning === limited ? 'returnsAll' : 'returnsSome';
  return (
    <div className={classes.part}>
      {!hasRule && <p>{t('limitRule.none')}</p>}
      {rule?.kind === 'none' && setIso && (
        <p className={classes.small}>{t('limitRule.removed', { when: when(setIso) })}</p>
      )}
      {hasRule && (
        <>
          <dl className={`${classes.facts} num`}>
            <div>
              <dt>{t('limitRule.rule')}</dt>
              <dd>
                <span className={classes.value}>{ruleText(t, data)}</span>
                {setBy !== '' && (
                  <span className={classes.small}>{t('limitRule.setBy', { email: setBy, when: when(setIso) })}</span>
                )}
              </dd>
            </div>
            <div>
              <dt>{t('limitRule.wanted')}</dt>
              <dd>
                <span className={classes.value}>{now ? limitText(t, now.percent) : t('limitRule.notYet')}</span>
                {now?.changedIso && (
                  <span className={classes.small}>{t('limitRule.since', { when: when(now.changedIso) })}</span>
                )}
                {now?.checkedIso && (
                  <span className={classes.small}>{t('limitRule.checked', { when: when(now.checkedIso) })}</span>
                )}
              </dd>
            </div>
            <div>
              <dt>{t('limitRule.holding')}</dt>
              <dd>
                <StatusDot tone={holding === limited ? 'ok' : 'warning'}>
                  {t('limitRule.holdingOf', { holding, limited })}
                </StatusDot>
              </dd>
            </div>
            <div>
              <dt>{t('limitRule.safe')}</dt>
              <dd>
                <span className={classes.value}>{limitText(t, rule.safePercent)}</span>
              </dd>
            </div>
          </dl>
          {now && now.cause !== '' && (
            <p>
              {t('limitRule.why')}: {t(`limitRule.cause.${now.cause}`)}
            </p>
          )}
          {above > 0 && <Notice kind="warning">{t('limitRule.above', { count: above })}</Notice>}
          {limited > 0 && <p className="muted">{t(`limitRule.${returns}`, { returning, limited })}</p>}
        </>
      )}
      {others.length > 0 && (
        <Notice kind="info">
          <Others names={others.map(({ sn, alias }) => (alias === '' ? sn : alias))} />
        </Notice>
      )}
    </div>
  );
}

/** Longer lists of names are collapsed. */
const MAX_NAMES = 5;

function Others({ names }: { names: readonly string[] }) {
  const { t } = useTranslation();
  const count = names.length;
  if (count <= MAX_NAMES) return t('limitRule.others', { count, names: names.join(', ') });
  return (
    <details>
      <summary>{t('limitRule.manyOthers', { count })}</summary>
      <ul className={classes.others}>
        {names.map((name) => (
          <li key={name}>{name}</li>
        ))}
      </ul>
    </details>
  );
}
