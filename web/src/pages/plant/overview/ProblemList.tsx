// The open problems of a plant: each with its device, its start, its cost, who can end it, and links to where it is looked at or repaired.
import type { Response } from '@heliograph/contract/calls.ts';
import type { Problem } from '@heliograph/contract/entities/problem.ts';
import { isDeviceCode, isSetUpEvent } from '@heliograph/contract/events.ts';
import { INPUTS } from '@heliograph/contract/inputs.ts';
import { Link } from '@tanstack/react-router';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Assigned } from '../../../components/Assigned.tsx';
import { methodOf } from '../../../components/alerts/lossText.ts';
import { InfoTip } from '../../../components/InfoTip.tsx';
import { MIN_SHOWN_KWH } from '../../../components/ProblemInWords.tsx';
import classes from '../../../components/plant/plant.module.css';
import { SEVERITY_ICONS } from '../../../components/severity.tsx';
import { energyOfKwh, inline, money, wireNumber } from '../../../format/numbers.ts';
import { dateTime, dayIn, msOf } from '../../../format/times.ts';
import { links } from '../../../links.ts';
import { usePermission } from '../../../session/session.ts';

type Site = Response<'site/overview'>;

/** Number of problems shown until the user expands the list, so that the figures below stay in view. */
const COLLAPSED_COUNT = 3;

const COST_TEXTS = {
  modules: 'problems.modulesText',
  devices: 'problems.costText',
  freeDevices: 'problems.freeDevicesText',
  ownCurve: 'problems.ownCurveText',
} as const;

function Cost({ problem, currency }: { problem: Problem; currency: string }) {
  const { t } = useTranslation();
  const showsMoney = usePermission('SiteMoney');
  const amountOf = (kwh: number, moneyText: string): string => {
    const amount = wireNumber(moneyText);
    return [inline(energyOfKwh(kwh)), ...(showsMoney && amount !== null ? [money(amount, currency)] : [])].join(' · ');
  };
  const { lostKwh, lostMoney, weekKwh, weekMoney } = problem;
  if (lostKwh === null && weekKwh === null) {
    return (
      <span className="muted">
        {t('problems.costUnknown')} <InfoTip about={t('problems.costOf')}>{t('problems.costUnknownText')}</InfoTip>
      </span>
    );
  }
  // At night nothing is lost yet: "about 0 Wh" would be shown twice.
  const isNoticeable = (kWh: number | null): kWh is number => kWh !== null && kWh >= MIN_SHOWN_KWH;
  const parts = [
    ...(isNoticeable(lostKwh) ? [t('problems.cost', { amount: amountOf(lostKwh, lostMoney) })] : []),
    ...(isNoticeable(weekKwh) ? [t('problems.week', { amount: amountOf(weekKwh, weekMoney) })] : []),
  ];
  return (
    <span>
      {parts.join(' · ') || t('problems.nothingLost')}{' '}
      <InfoTip about={t('problems.costOf')}>{t(COST_TEXTS[methodOf(problem)])}</InfoTip>
    </span>
  );
}

/** Returns what has the problem: "4 devices", a device by its name, or '' for the plant. */
function nameOf({ sn, alias, devices, modules, concerns }: Problem, t: TFunction): string {
  if (concerns.length > 1)
    return t(modules > 0 ? 'problems.modules' : 'problems.devices', { count: modules || devices });
  return alias || sn;
}

/** Links to where a problem is looked at or repaired, the most useful first. */
function Links({ problem, site, name }: { problem: Problem; site: Site; name: string }) {
  const { t } = useTranslation();
  const { sid, timezone } = site;
  const { sn, code, concerns, modules, sinceIso } = problem;
  if (isSetUpEvent(code)) return <Link {...links.siteDetail(sid, { view: 'setUp' })}>{t('problems.setUp')}</Link>;
  const [only] = concerns.length === 1 ? concerns : [];
  const input = INPUTS.find((known) => known === only?.input);
  const sinceMs = msOf(sinceIso);
  const day = sinceMs === null ? undefined : dayIn(sinceMs, timezone);
  return (
    <>
      {modules > 0 && (
        <Link {...links.siteDetail(sid, { view: 'layout', device: sn, module: input })}>{t('problems.roof')}</Link>
      )}
      {only && input !== undefined && (
        <Link {...links.module({ sid, sn: only.sn, input })} aria-label={t('problems.lookAt', { name })}>
          {t('problems.module')}
        </Link>
      )}
      {only && day !== undefined && (
        <Link {...links.siteDetail(sid, { view: 'power', device: only.sn, day })}>{t('problems.firstDay')}</Link>
      )}
      {!only && <Link {...links.siteDetail(sid, { view: 'alerts' })}>{t('problems.look')}</Link>}
    </>
  );
}

function Row({ problem, site }: { problem: Problem; site: Site }) {
  const { t } = useTranslation();
  const { level, code, title, desc, sinceIso, actor, state, note, acknowledgedBy, acknowledgedIso, assigned } = problem;
  const Icon = SEVERITY_ICONS[level];
  const name = nameOf(problem, t);
  return (
    <li className={classes.problem} data-level={level}>
      <Icon size={20} stroke={1.75} role="img" aria-label={t(`problem.level.${level}`)} />
      <div className={classes.problemText}>
        <div>
          <b>{[name, title].filter(Boolean).join(': ')}</b>{' '}
          {isDeviceCode(code) && <span className="muted num">{t('plant.alertCode', { code })}</span>}{' '}
          <InfoTip about={title}>{desc}</InfoTip>
        </div>
        <div className="num">
          <span className="muted">
            {sinceIso ? t('plant.since', { at: dateTime(sinceIso, site.timezone) }) : t('problems.never')} ·{' '}
            {t(`problems.actors.${actor}`)}
            {problem.costs && ' · '}
          </span>
          {problem.costs && <Cost problem={problem} currency={site.statisticsProduction.totalMoneyUnit} />}
        </div>
        {assigned && (
          <div>
            <Assigned assigned={assigned} timezone={site.timezone} />
          </div>
        )}
        {state === 'acknowledged' && (
          <div className="muted num">
            {[t('problems.acknowledged'), acknowledgedBy, dateTime(acknowledgedIso, site.timezone), note]
              .filter(Boolean)
              .join(' · ')}
          </div>
        )}
      </div>
      <div className={classes.problemLinks}>
        <Links problem={problem} site={site} name={name || title} />
      </div>
    </li>
  );
}

const keyOf = ({ sn, input, code, startMs }: Problem): string => `${sn} ${input} ${code} ${startMs}`;

/** Open problems; those that somebody has acknowledged are folded. */
export function ProblemList({ site, className = '' }: { site: Site; className?: string }) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  if (site.problems.length === 0) return null;
  const open = site.problems.filter(({ state }) => state === 'open');
  const acknowledged = site.problems.filter(({ state }) => state === 'acknowledged');
  const rowOf = (problem: Problem) => <Row key={keyOf(problem)} problem={problem} site={site} />;
  const isBad = open.some(({ level }) => level === 'fault');
  return (
    <section
      className={`${classes.problems} ${className}`}
      data-level={isBad ? 'fault' : open.length > 0 ? 'warning' : 'info'}
      aria-label={t('problems.title')}
    >
      {open.length > 0 && <ul>{(isOpen ? open : open.slice(0, COLLAPSED_COUNT)).map(rowOf)}</ul>}
      {open.length > COLLAPSED_COUNT && (
        <button type="button" className={classes.more} onClick={() => setOpen(!isOpen)} aria-expanded={isOpen}>
          {isOpen ? t('plant.showFewer') : t('plant.showAll', { count: open.length })}
        </button>
      )}
      {acknowledged.length > 0 && (
        <details className={classes.acknowledged}>
          <summary>{t('problems.acknowledgedOnes', { count: acknowledged.length })}</summary>
          <ul>{acknowledged.map(rowOf)}</ul>
        </details>
      )}
    </section>
  );
}
