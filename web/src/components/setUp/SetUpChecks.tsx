// Checks whether a plant's set-up matches its measurements: each check with its verdict, the compared values, and a button that reverses a sign.
import type { Response } from '@heliograph/contract/calls.ts';
import type { CheckName, Verdict } from '@heliograph/contract/setUpChecks.ts';
import { Button } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck, IconCircleDashed, IconExclamationCircle } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPart } from '../../api/loading.ts';
import { useCall } from '../../api/useCall.ts';
import { energy, full, inline } from '../../format/numbers.ts';
import { dateTime, dayIn, dayText, msOf, time } from '../../format/times.ts';
import { useAnnounced } from '../../ui/announcer.ts';
import { RowSkeletons } from '../../ui/Skeleton.tsx';
import { ErrorState } from '../ErrorState.tsx';
import classes from './setUp.module.css';

const TurnDialog = lazyPart(() => import('./TurnDialog.tsx'));

type Answer = Response<'site/setUp/checks'>;
export type CheckRow = Answer['list'][number];

export interface SetUpProps {
  sid: string;
  /** Limits the checks to this device and the devices attached to it. */
  sn?: string;
  /** Checks to leave out, because the page shows them itself. */
  without?: readonly CheckName[];
}

const REFETCH_MS = 60_000;
const ICONS = {
  ok: IconCircleCheck,
  wrong: IconExclamationCircle,
  suspect: IconAlertTriangle,
  notYet: IconCircleDashed,
} as const satisfies Record<Verdict, unknown>;
/** Order of the verdicts: necessary actions first. */
const ORDER: readonly Verdict[] = ['wrong', 'suspect', 'notYet', 'ok'];

export default function SetUpChecks({ sid, sn, without = [] }: SetUpProps) {
  const { t } = useTranslation();
  const [turning, setTurning] = useState<CheckRow | null>(null);
  const checks = useCall('site/setUp/checks', { sid, sn }, { refetchIntervalMs: REFETCH_MS });
  const { data } = checks;
  if (!data && checks.error) return <ErrorState error={checks.error} onRetry={() => void checks.refetch()} compact />;
  if (!data) return <RowSkeletons rows={4} height={64} />;
  const rows = data.list
    .filter(({ check }) => !without.includes(check))
    .toSorted((one, other) => ORDER.indexOf(one.verdict) - ORDER.indexOf(other.verdict));
  const job = data.jobs.find(({ kind }) => kind === 'readFlows');
  if (rows.length === 0) return <p className="muted">{t('setUp.none')}</p>;
  return (
    <section className={classes.part} aria-label={t('setUp.title')}>
      <p className={classes.head}>
        <VerdictText text={verdictOf(rows, data.list, t)} />
        <span className="muted">
          {job
            ? t('setUp.recomputing', { done: full(job.done, 0), total: full(job.total, 0) })
            : t('setUp.of', { from: dayText(data.from), to: dayText(data.to), zone: data.timezone })}
        </span>
      </p>
      <ul className={classes.list}>
        {rows.map((row) => (
          <Row
            key={`${row.check} ${row.sn}`}
            row={row}
            timezone={data.timezone}
            isOwn={row.sn === sn}
            onTurn={data.mayTurn && row.turn && !job ? () => setTurning(row) : undefined}
          />
        ))}
      </ul>
      {turning && (
        <Suspense>
          <TurnDialog sid={sid} row={turning} onClose={() => setTurning(null)} />
        </Suspense>
      )}
    </section>
  );
}

const isBad = ({ verdict }: CheckRow): boolean => verdict === 'wrong' || verdict === 'suspect';

/** Returns the summary of the shown rows; checks that the page shows itself may be wrong as well. */
function verdictOf(rows: readonly CheckRow[], all: readonly CheckRow[], t: TFunction): string {
  const badCount = rows.filter(isBad).length;
  if (badCount > 0) return t('setUp.count', { count: badCount });
  if (rows.every(({ verdict }) => verdict === 'notYet')) return t('setUp.nothingYet');
  return t(all.some(isBad) ? 'setUp.othersRight' : 'setUp.allRight');
}

interface RowProps {
  row: CheckRow;
  timezone: string;
  /** The check is about the device of this page. */
  isOwn: boolean;
  onTurn: (() => void) | undefined;
}

function Row({ row, timezone, isOwn, onTurn }: RowProps) {
  const { t } = useTranslation();
  const { check, verdict, finding } = row;
  const Icon = ICONS[verdict];
  const name = nameOf(row, t);
  return (
    <li className={classes.row} data-verdict={verdict}>
      <Icon size={20} stroke={1.75} aria-hidden />
      <div className={classes.text}>
        <div>
          <b>{t(`setUp.checks.${check}`)}</b>
          {!isOwn && <span className="muted num"> · {name}</span>}
        </div>
        <p className="num">{t(`setUp.findings.${finding}`, valuesOf(row, timezone, t))}</p>
      </div>
      <span className={classes.verdict}>{t(`setUp.verdicts.${verdict}`)}</span>
      {onTurn && (
        <Button size="xs" variant="default" onClick={onTurn} aria-label={t('setUp.turnOf', { name })}>
          {t('setUp.turn')}
        </Button>
      )}
    </li>
  );
}

export const nameOf = ({ sn, alias }: CheckRow, t: TFunction): string => (sn === '' ? t('setUp.plant') : alias || sn);

/** Returns every compared figure as text; the sentence of a finding uses those that it needs. */
function valuesOf({ compared }: CheckRow, timezone: string, t: TFunction) {
  const { energyWh, otherWh, fromIso, toIso, sunBelowDeg, minutes, count, of, percent, numbers, moreNumbers, clock } =
    compared;
  const [from, to] = [msOf(fromIso), msOf(toIso)];
  const isOneDay = from !== null && to !== null && dayIn(from, timezone) === dayIn(to, timezone);
  return {
    energy: inline(energy(energyWh)),
    other: inline(energy(otherWh)),
    from: toIso === null ? time(fromIso, timezone) : dateTime(fromIso, timezone),
    to: (isOneDay ? time : dateTime)(toIso, timezone),
    sun: full(sunBelowDeg, 0),
    minutes: full(minutes, 0),
    some: full(count, 0),
    of: full(of, 0),
    percent: full(percent, 0),
    phase: full(compared.phase, 0),
    otherPhase: full(compared.otherPhase, 0),
    clock: clock ?? '',
    numbers: [...numbers, ...(moreNumbers > 0 ? [t('setUp.moreNumbers', { count: moreNumbers })] : [])].join(', '),
  };
}

/** The result of all checks; spoken when it changes, without the progress beside it. */
function VerdictText({ text }: { text: string }) {
  useAnnounced(text);
  return <b>{text}</b>;
}
