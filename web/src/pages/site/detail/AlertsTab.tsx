// What was noted of a plant's devices, the newest first: filtered in the address, acknowledged with a note.

import type { Response } from '@heliograph/contract/calls.ts';
import { EVENT_LEVELS, type EventLevel } from '@heliograph/contract/events.ts';
import { Button } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck, IconExclamationCircle, IconInfoCircle } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPart } from '../../../api/loading.ts';
import { useCall } from '../../../api/useCall.ts';
import { Choice } from '../../../components/Choice.tsx';
import { ErrorState } from '../../../components/ErrorState.tsx';
import { Pager } from '../../../components/list/Pager.tsx';
import { useLastPage } from '../../../components/list/useLastPage.ts';
import { full } from '../../../format/numbers.ts';
import { dateTime } from '../../../format/times.ts';
import { links } from '../../../links.ts';
import { RowBones } from '../../../ui/Bones.tsx';
import { Card } from '../../../ui/Card.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import classes from './alerts.module.css';
import { deviceName } from './deviceOrder.ts';
import { lasted } from './lasted.ts';
import { type SiteSearch, STATES } from './search.ts';
import { REFETCH_MS } from './useToday.ts';

const AcknowledgeDialog = lazyPart(() => import('./AcknowledgeDialog.tsx'));

export type Alert = Response<'device/alerts'>['list'][number];

const PAGE_SIZE = 20;
const ICONS = { info: IconInfoCircle, warning: IconAlertTriangle, fault: IconExclamationCircle };
const keyOf = ({ sn, code, startMs }: Alert): string => `${sn} ${code} ${startMs}`;

interface Props {
  timezone: string | undefined;
  search: SiteSearch;
  change: (change: Partial<SiteSearch>) => void;
}

export function AlertsTab({ timezone, search, change }: Props) {
  const { t } = useTranslation();
  const { sid, state = 'open', level, page: num = 0, device } = search;
  const [chosen, setChosen] = useState<Alert[] | null>(null);
  const alerts = useCall(
    'device/alerts',
    {
      sid,
      sn: device,
      page: { size: PAGE_SIZE, num },
      filters: { state: state === 'all' ? undefined : state, level },
    },
    { keepsPrevious: true, refetchIntervalMs: REFETCH_MS },
  );
  const isLeft = useLastPage(alerts, { page: num, size: PAGE_SIZE }, (page) => change({ page: page || undefined }));
  const data = isLeft ? undefined : alerts.data;
  const isNarrowed = level !== undefined || device !== undefined || (state !== 'open' && state !== 'all');
  const none = isNarrowed ? 'noneFound' : state === 'all' ? 'none' : 'noneOpen';
  const open = data?.list.filter((alert) => alert.state === 'open') ?? [];
  return (
    <Card>
      <div className={classes.bar}>
        <div className={classes.choice}>
          <Choice
            aria-label={t('alerts.state')}
            value={state}
            choices={STATES.map((value) => ({
              value,
              label: [t(`alerts.states.${value}`), value === 'open' && data ? `(${full(data.open, 0)})` : '']
                .join(' ')
                .trim(),
            }))}
            onChange={(value) => change({ state: value as SiteSearch['state'], page: undefined })}
          />
        </div>
        <div className={classes.choice}>
          <Choice
            aria-label={t('alerts.level')}
            value={level ?? ''}
            choices={[
              { value: '', label: t('alerts.anyLevel') },
              ...EVENT_LEVELS.map((value) => ({ value, label: t(`alerts.levels.${value}`) })),
            ]}
            onChange={(value) => change({ level: (value || undefined) as EventLevel | undefined, page: undefined })}
          />
        </div>
        {device && (
          <Button variant="default" onClick={() => change({ device: undefined, page: undefined })}>
            {t('alerts.ofDevice', { sn: device })}
          </Button>
        )}
        {data?.mayAcknowledge && open.length > 1 && (
          <Button className={classes.all} variant="default" onClick={() => setChosen(open)}>
            {t('alerts.acknowledgeShown', { count: open.length })}
          </Button>
        )}
      </div>
      {!data && alerts.error && <ErrorState error={alerts.error} onRetry={() => void alerts.refetch()} compact />}
      {!data && !alerts.error && <RowBones rows={6} height={56} />}
      {data?.list.length === 0 && (
        <EmptyState
          icon={<IconCircleCheck size={24} stroke={1.75} aria-hidden />}
          title={t(`alerts.${none}`)}
          text={t(`alerts.${none}Text`)}
        />
      )}
      {data && data.list.length > 0 && (
        <ul className={classes.list} aria-label={t('alerts.title')} aria-busy={alerts.isPlaceholderData || undefined}>
          {data.list.map((alert) => (
            <Row
              key={keyOf(alert)}
              alert={alert}
              timezone={timezone}
              onChoose={data.mayAcknowledge ? () => setChosen([alert]) : undefined}
            />
          ))}
        </ul>
      )}
      {data && data.total > PAGE_SIZE && (
        <Pager page={num} size={PAGE_SIZE} total={data.total} onPage={(page) => change({ page: page || undefined })} />
      )}
      {chosen && (
        <Suspense>
          <AcknowledgeDialog sid={sid} alerts={chosen} onClose={() => setChosen(null)} />
        </Suspense>
      )}
    </Card>
  );
}

function Row({ alert, timezone, onChoose }: { alert: Alert; timezone: string | undefined; onChoose?: () => void }) {
  const { t } = useTranslation();
  const { sid, sn, code, level, title, desc, state, startIso, endIso, durationS, note } = alert;
  const Icon = ICONS[level];
  const begin = dateTime(startIso, timezone);
  const isMoment = endIso !== null && durationS === 0;
  return (
    <li className={classes.row} data-level={level} data-state={state}>
      <Icon size={20} stroke={1.75} role="img" aria-label={t(`alerts.levels.${level}`)} />
      <div className={classes.text}>
        <div>
          <b>{title}</b>{' '}
          {/^[0-9A-F]{4}$/.test(code) && <span className="muted num">{t('plant.alertCode', { code })}</span>}
        </div>
        <div className="num">
          <Link {...links.siteDetail(sid, { view: 'power', device: sn })}>{deviceName(alert)}</Link>
          <span className="muted">
            {' · '}
            {isMoment
              ? begin
              : endIso === null
                ? t('alerts.since', { begin, lasted: lasted(durationS, t) })
                : t('alerts.fromTo', { begin, end: dateTime(endIso, timezone), lasted: lasted(durationS, t) })}
          </span>
        </div>
        <p className={classes.desc}>{desc}</p>
        {alert.acknowledgedIso && (
          <p className={classes.desc}>
            {t('alerts.acknowledgedAt', {
              who: alert.acknowledgedBy || t('alerts.somebody'),
              at: dateTime(alert.acknowledgedIso, timezone),
            })}
          </p>
        )}
        {note !== '' && <p className={classes.note}>{note}</p>}
      </div>
      {onChoose && (
        <Button
          size="xs"
          variant={state === 'open' ? 'default' : 'subtle'}
          onClick={onChoose}
          aria-label={t(state === 'open' ? 'alerts.acknowledgeOf' : 'alerts.noteOf', {
            title,
            name: deviceName(alert),
          })}
        >
          {t(state === 'open' ? 'alerts.acknowledge' : 'alerts.note')}
        </Button>
      )}
    </li>
  );
}
