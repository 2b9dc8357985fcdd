// Alerts of a plant, a device or all accessible plants: filtered through the address, acknowledged with a note.
import '@mantine/core/styles/Checkbox.layer.css';
import type { Response } from '@heliograph/contract/calls.ts';
import { isDeviceCode } from '@heliograph/contract/events.ts';
import { Button, Checkbox } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPart } from '../../api/loading.ts';
import { useCall } from '../../api/useCall.ts';
import { full } from '../../format/numbers.ts';
import { dateTime } from '../../format/times.ts';
import { links } from '../../links.ts';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { RowSkeletons } from '../../ui/Skeleton.tsx';
import { Choice } from '../Choice.tsx';
import { DocumentsLink } from '../DocumentsLink.tsx';
import { ErrorState } from '../ErrorState.tsx';
import { Pager } from '../list/Pager.tsx';
import { useFound } from '../list/useFound.ts';
import { useLastPage } from '../list/useLastPage.ts';
import { AlertFilters } from './AlertFilters.tsx';
import { type AlertSearch, PAGE_SIZE, STATES } from './alertSearch.ts';
import classes from './alerts.module.css';
import { alertsOf, knownCode } from './alertsOf.ts';
import { formatDuration } from './lasted.ts';
import { SeverityIcon } from './SeverityIcon.tsx';

const AcknowledgeDialog = lazyPart(() => import('./AcknowledgeDialog.tsx'));

type Alert = Response<'device/alerts'>['list'][number];

const REFETCH_MS = 60_000;
/** Returns the display name of the device. */
const nameOf = ({ alias, sn }: Pick<Alert, 'alias' | 'sn'>): string => alias || sn;
const keyOf = ({ sid, sn, code, startMs }: Alert): string => `${sid} ${sn} ${code} ${startMs}`;

interface Props {
  /** Id of the plant; all plants when omitted. */
  sid?: string | undefined;
  /** Limits the list to this device. */
  sn?: string | undefined;
  /** On the page of the device, where the list cannot be extended to other devices. */
  isOfDevice?: boolean;
  /** Limits the list to this gateway and the devices attached to it. */
  gatewaySn?: string | undefined;
  keywords?: string | undefined;
  /** Limits the list to the plants of this company and its subsidiaries. */
  company?: number | undefined;
  search: AlertSearch;
  change: (change: AlertSearch) => void;
  /** Further controls in the bar. */
  beside?: ReactNode;
  /** The page has filters of its own. */
  hasNoFilters?: boolean;
  /** Heading, on a page with other sections. */
  title?: string | undefined;
}

export function AlertList(props: Props) {
  const { sid, sn, isOfDevice = false, gatewaySn, keywords, company, search, change, beside, title } = props;
  const { hasNoFilters = false } = props;
  const { t } = useTranslation();
  const { state = 'open', page: num = 0 } = search;
  const [chosen, setChosen] = useState<Alert[] | null>(null);
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const alerts = useCall('device/alerts', alertsOf({ sid, sn, gatewaySn, keywords, company }, search), {
    keepsPrevious: true,
    refetchIntervalMs: REFETCH_MS,
  });
  const isLeft = useLastPage(alerts, { page: num, size: PAGE_SIZE }, (page) => change({ page: page || undefined }));
  const data = isLeft ? undefined : alerts.data;
  const searched = [search.level, search.code, search.from, search.to, search.state, sn, keywords, company];
  useFound(alerts.isPlaceholderData ? undefined : data?.total, JSON.stringify(searched));
  const emptyText = isFiltered(props) ? 'noneFound' : state === 'all' ? 'none' : 'noneOpen';
  const open = data?.list.filter((alert) => alert.state === 'open' && alert.mayAcknowledge) ?? [];
  // Ticks of rows that are no longer shown do not count: nobody would see what they acknowledge.
  const selected = open.filter((alert) => ticked.has(keyOf(alert)));
  const tick = (alert: Alert) => {
    const next = new Set(selected.map(keyOf));
    if (!next.delete(keyOf(alert))) next.add(keyOf(alert));
    setTicked(next);
  };
  return (
    <Card {...(title === undefined ? {} : { title })}>
      <div className={classes.bar} hidden={hasNoFilters && open.length < 2}>
        {!hasNoFilters && (
          <>
            <StateChoice search={search} change={change} openCount={data?.open} />
            <AlertFilters search={search} change={change} />
          </>
        )}
        {beside}
        {open.length > 1 && (
          <Button
            className={classes.all}
            variant="default"
            onClick={() => setChosen(selected.length > 0 ? selected : open)}
          >
            {selected.length > 0
              ? t('alerts.acknowledgeTicked', { count: selected.length })
              : t('alerts.acknowledgeShown', { count: open.length })}
          </Button>
        )}
      </div>
      {!data && alerts.error && <ErrorState error={alerts.error} onRetry={() => void alerts.refetch()} compact />}
      {!data && !alerts.error && <RowSkeletons rows={6} height={56} />}
      {data?.list.length === 0 && (
        <EmptyState
          icon={<IconCircleCheck size={24} stroke={1.75} aria-hidden />}
          title={t(`alerts.${emptyText}`)}
          text={t(`alerts.${emptyText}Text`)}
        />
      )}
      {data && data.list.length > 0 && (
        <ul
          className={classes.list}
          data-work
          aria-label={t('alerts.title')}
          aria-busy={alerts.isPlaceholderData || undefined}
        >
          {data.list.map((alert) => (
            <Row
              key={keyOf(alert)}
              alert={alert}
              isOfAll={sid === undefined}
              isOfDevice={isOfDevice}
              // A single open alert is acknowledged by its own button.
              tick={
                open.length > 1
                  ? { isOn: ticked.has(keyOf(alert)), isTickable: open.includes(alert), onTick: () => tick(alert) }
                  : null
              }
              onChoose={alert.mayAcknowledge ? () => setChosen([alert]) : undefined}
            />
          ))}
        </ul>
      )}
      {data && data.total > PAGE_SIZE && (
        <Pager page={num} size={PAGE_SIZE} total={data.total} onPage={(page) => change({ page: page || undefined })} />
      )}
      {chosen && (
        <Suspense>
          <AcknowledgeDialog
            alerts={chosen.map((alert) => ({ ...alert, subject: nameOf(alert) }))}
            onClose={() => setChosen(null)}
          />
        </Suspense>
      )}
    </Card>
  );
}

/** Returns whether a filter is set, other than open or all alerts of the page's own subject. */
const isFiltered = ({ sn, isOfDevice = false, keywords, company, search }: Props): boolean =>
  [search.level, knownCode(search.code), keywords, company, search.from, search.to].some(
    (filter) => filter !== undefined,
  ) ||
  (sn !== undefined && !isOfDevice) ||
  !['open', 'all'].includes(search.state ?? 'open');

interface StateProps extends Pick<Props, 'search' | 'change'> {
  /** Undefined while loading. */
  openCount: number | undefined;
}

function StateChoice({ search, change, openCount }: StateProps) {
  const { t } = useTranslation();
  const { state = 'open' } = search;
  return (
    <div className={classes.choice}>
      <Choice
        aria-label={t('alerts.state')}
        value={state}
        choices={STATES.map((value) => ({
          value,
          label: [
            t(`alerts.states.${value}`),
            value === 'open' && openCount !== undefined ? `(${full(openCount, 0)})` : '',
          ]
            .join(' ')
            .trim(),
        }))}
        onChange={(value) => change({ state: value as AlertSearch['state'], page: undefined })}
      />
    </div>
  );
}

interface RowProps {
  alert: Alert;
  isOfAll: boolean;
  isOfDevice: boolean;
  /** Null when rows have no check boxes. */
  tick: { isOn: boolean; isTickable: boolean; onTick: () => void } | null;
  onChoose: (() => void) | undefined;
}

function Row({ alert, isOfAll, isOfDevice, tick, onChoose }: RowProps) {
  const { t } = useTranslation();
  const { sid, siteName, timezone, sn, code, level, title, desc, state, startIso, endIso, durationS, note } = alert;
  const begin = dateTime(startIso, timezone);
  const isMoment = endIso !== null && durationS === 0;
  // A problem of the plant itself has no device.
  const namesDevice = !isOfDevice && nameOf(alert) !== '';
  return (
    <li className={classes.row}>
      {tick && (
        <div className={classes.tick}>
          {tick.isTickable && (
            <Checkbox
              size="sm"
              aria-label={t('alerts.tick', { title, name: nameOf(alert), begin })}
              checked={tick.isOn}
              onChange={tick.onTick}
            />
          )}
        </div>
      )}
      <SeverityIcon level={level} isOver={state === 'closed'} />
      <div className={classes.text}>
        <div>
          <b>{title}</b> {isDeviceCode(code) && <span className="muted num">{t('alerts.code', { code })}</span>}
        </div>
        <div className="num">
          {isOfAll && (
            <>
              <Link {...links.siteDetail(sid, { view: 'alerts' })}>{siteName}</Link>
              <span className="muted"> · </span>
            </>
          )}
          {namesDevice && <Link {...links.siteDetail(sid, { view: 'power', device: sn })}>{nameOf(alert)}</Link>}
          <span className="muted">
            {namesDevice && ' · '}
            {isMoment
              ? begin
              : endIso === null
                ? t('alerts.since', { begin, lasted: formatDuration(durationS, t) })
                : t('alerts.fromTo', { begin, end: dateTime(endIso, timezone), lasted: formatDuration(durationS, t) })}
          </span>
        </div>
        <p className={classes.desc}>
          {desc} {alert.documentedProduct !== '' && <DocumentsLink product={alert.documentedProduct} />}
        </p>
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
            name: nameOf(alert),
          })}
        >
          {t(state === 'open' ? 'alerts.acknowledge' : 'alerts.note')}
        </Button>
      )}
    </li>
  );
}
