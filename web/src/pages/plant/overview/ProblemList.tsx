// The open problems of a plant: each with its device, its start, its cost and a link to the device or module.
import type { Response } from '@heliograph/contract/calls.ts';
import { INPUTS } from '@heliograph/contract/inputs.ts';
import { IconAlertTriangle, IconPlugConnectedX } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { InfoTip } from '../../../components/InfoTip.tsx';
import classes from '../../../components/plant/plant.module.css';
import { energyOfKwh, inline, money, wireNumber } from '../../../format/numbers.ts';
import { dateTime } from '../../../format/times.ts';
import { links } from '../../../links.ts';
import { usePermission } from '../../../session/session.ts';

type Site = Response<'site/overview'>;
type Problem = Site['problems'][number];

/** Number of problems shown until the user expands the list, so that the figures below stay in view. */
const COLLAPSED_COUNT = 3;
/** Smaller amounts are shown as no loss. */
const MIN_SHOWN_KWH = 0.0005;

function Cost({ problem, currency }: { problem: Problem; currency: string }) {
  const { t } = useTranslation();
  const showsMoney = usePermission('SiteMoney');
  const amountOf = (kwh: number, moneyText: string): string => {
    const amount = wireNumber(moneyText);
    return [inline(energyOfKwh(kwh)), ...(showsMoney && amount !== null ? [money(amount, currency)] : [])].join(' · ');
  };
  const { lostKwh, lostMoney, weekKwh, weekMoney, modules } = problem;
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
      <InfoTip about={t('problems.costOf')}>{t(modules > 0 ? 'problems.weekText' : 'problems.costText')}</InfoTip>
    </span>
  );
}

function Row({ problem, site }: { problem: Problem; site: Site }) {
  const { t } = useTranslation();
  const { sn, alias, devices, modules, input, code, title, desc, sinceIso } = problem;
  const Icon = code === 'silence' ? IconPlugConnectedX : IconAlertTriangle;
  const countText = modules > 0 ? t('problems.modules', { count: modules }) : t('problems.devices', { count: devices });
  const name = sn === '' ? countText : alias || sn;
  const isErrorCode = /^[0-9A-F]{4}$/.test(code);
  return (
    <li className={`${classes.problem} ${code === 'silence' ? classes.silence : classes.fault}`}>
      <Icon size={20} stroke={1.75} aria-hidden />
      <div className={classes.problemText}>
        <div>
          <b>
            {name}: {title}
          </b>{' '}
          {isErrorCode && <span className="muted num">{t('plant.alertCode', { code })}</span>}{' '}
          <InfoTip about={title}>{desc}</InfoTip>
        </div>
        <div className="num">
          <span className="muted">
            {sinceIso ? t('plant.since', { at: dateTime(sinceIso, site.timezone) }) : t('problems.never')}
            {problem.costs && ' · '}
          </span>
          {problem.costs && <Cost problem={problem} currency={site.statisticsProduction.totalMoneyUnit} />}
        </div>
      </div>
      {sn !== '' && (
        <Link
          {...(input === null
            ? links.siteDetail(site.sid, { view: 'power', device: sn })
            : links.module({ sid: site.sid, sn, input: INPUTS.find((knownInput) => knownInput === input) }))}
          aria-label={t('problems.lookAt', { name })}
        >
          {t('problems.look')}
        </Link>
      )}
      {sn === '' && (
        <Link {...links.siteDetail(site.sid, { view: 'alerts' })} aria-label={t('problems.lookAt', { name })}>
          {t('problems.look')}
        </Link>
      )}
    </li>
  );
}

export function ProblemList({ site, className }: { site: Site; className?: string }) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const { problems } = site;
  if (problems.length === 0) return null;
  return (
    <section className={`${classes.problems} ${className ?? ''}`} aria-label={t('problems.title')}>
      <ul>
        {(isOpen ? problems : problems.slice(0, COLLAPSED_COUNT)).map((problem) => (
          <Row
            key={`${problem.sn} ${problem.input} ${problem.code} ${problem.sinceIso}`}
            problem={problem}
            site={site}
          />
        ))}
      </ul>
      {problems.length > COLLAPSED_COUNT && (
        <button type="button" className={classes.more} onClick={() => setOpen(!isOpen)} aria-expanded={isOpen}>
          {isOpen ? t('plant.showFewer') : t('plant.showAll', { count: problems.length })}
        </button>
      )}
    </section>
  );
}
