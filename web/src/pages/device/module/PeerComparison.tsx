// Comparison of a module with its neighbours: findings with cause and cost, and its last days, each linked to its curve.
import type { Response } from '@heliograph/contract/calls.ts';
import { INPUTS } from '@heliograph/contract/inputs.ts';
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../api/useCall.ts';
import { ErrorState } from '../../../components/ErrorState.tsx';
import { InfoTip } from '../../../components/InfoTip.tsx';
import { DASH, energyOfKwh, inline, money, percent, wireNumber } from '../../../format/numbers.ts';
import { dateTime, dayText, shortDay } from '../../../format/times.ts';
import { links } from '../../../links.ts';
import { usePermission } from '../../../session/session.ts';
import { Card } from '../../../ui/Card.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import type { Module } from './ModulePage.tsx';
import classes from './peerComparison.module.css';
import type { ModuleSearch } from './search.ts';

type Findings = Response<'device/modules/findings'>;
type Day = Findings['days'][number];

interface Props {
  module: Module;
  search: ModuleSearch;
  change: (changed: Partial<ModuleSearch>) => void;
  /** ISO 4217 code. */
  currency: string;
}

export function PeerComparison({ module, search, change, currency }: Props) {
  const { t } = useTranslation();
  const { sid, sn, addr } = module;
  // Days are assessed only once they are over.
  const query = useCall('device/modules/findings', { sid, sn, input: addr }, { staleMs: 300_000 });
  return (
    <Card title={t('module.beside.title')}>
      {!query.data && query.error && <ErrorState error={query.error} onRetry={() => void query.refetch()} compact />}
      {!query.data && !query.error && <Skeleton height={136} />}
      {query.data && <Loaded findings={query.data} search={search} change={change} currency={currency} />}
    </Card>
  );
}

function Loaded({ findings, search, change, currency }: Omit<Props, 'module'> & { findings: Findings }) {
  const { t } = useTranslation();
  const { list, comparable, days } = findings;
  const clipped = days.filter(({ state }) => state === 'clipped').length;
  return (
    <>
      {list.map((finding) => (
        <Finding key={finding.kind} finding={finding} findings={findings} currency={currency} />
      ))}
      {list.length === 0 && (
        <p className={classes.state}>
          {comparable && <IconCircleCheck size={20} stroke={1.75} aria-hidden />}
          <span>{t(comparable ? 'module.beside.sound' : 'module.beside.notComparable')}</span>
        </p>
      )}
      {comparable && days.length === 0 && <p className="muted">{t('module.beside.noDays')}</p>}
      {days.length > 0 && (
        <>
          <h3 className={classes.head}>{t('module.beside.days')}</h3>
          <ol className={classes.days}>
            {days.map((day) => (
              <li key={day.day}>
                <DayButton day={day} isShown={search.day === day.day} onShow={() => change({ day: day.day })} />
              </li>
            ))}
          </ol>
          {clipped > 0 && <p className={classes.clipped}>{t('module.beside.clipped', { count: clipped })}</p>}
        </>
      )}
    </>
  );
}

function Finding({
  finding,
  findings: { sid, timezone },
  currency,
}: {
  finding: Findings['list'][number];
  findings: Findings;
  currency: string;
}) {
  const { t } = useTranslation();
  const showsMoney = usePermission('SiteMoney');
  const { title, desc, kind, sinceIso, weekKwh, weekMoney, other } = finding;
  const amount = wireNumber(weekMoney);
  const cost = [
    ...(weekKwh === null ? [] : [inline(energyOfKwh(weekKwh))]),
    ...(showsMoney && amount !== null ? [money(amount, currency)] : []),
  ];
  const otherName = other && (other.input > 0 ? `${other.sn}_${other.input}` : other.sn);
  return (
    <div className={classes.finding} data-kind={kind}>
      <IconAlertTriangle size={20} stroke={1.75} aria-hidden />
      <div>
        <b>{title}</b>
        <div className="num">
          <span className="muted">{t('plant.since', { at: dateTime(sinceIso, timezone) })}</span>
          {cost.length > 0 && (
            <>
              <span className="muted"> · </span>
              {t('module.beside.week', { amount: cost.join(' · ') })}{' '}
              <InfoTip about={t('module.beside.weekOf')}>{t('module.beside.weekText')}</InfoTip>
            </>
          )}
        </div>
        <p>{desc}</p>
        {other && (
          <Link {...links.module({ sid, sn: other.sn, input: INPUTS.find((input) => input === other.input) })}>
            {t('module.beside.toOther', { name: otherName })}
          </Link>
        )}
      </div>
    </div>
  );
}

function DayButton({ day, isShown, onShow }: { day: Day; isShown: boolean; onShow: () => void }) {
  const { t } = useTranslation();
  const { state, share, isCold } = day;
  const stateText = [
    t(`module.beside.states.${state ?? 'none'}`),
    ...(share === null ? [] : [t('module.beside.share', { share: percent(share) })]),
    ...(isCold ? [t('module.beside.cold')] : []),
  ].join(', ');
  const barShare = state === 'dead' || state === 'noData' ? 0 : share;
  return (
    <button
      type="button"
      className={classes.day}
      data-state={state ?? 'none'}
      aria-pressed={isShown}
      title={stateText}
      onClick={onShow}
    >
      <span className={classes.bar} aria-hidden>
        <span style={{ height: `${Math.min(1, barShare ?? 0) * 100}%` }} />
      </span>
      <span className="num" aria-hidden>
        {barShare === null ? DASH : percent(barShare)}
      </span>
      <span className="muted num" aria-hidden>
        {shortDay(day.day)}
      </span>
      <span className="visuallyHidden">{t('module.beside.dayOf', { day: dayText(day.day), state: stateText })}</span>
    </button>
  );
}
