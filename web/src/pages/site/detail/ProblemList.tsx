// What is wrong with the plant now: each open problem with its device, since when, what it has cost, and a way to look at it.
import type { Response } from '@heliograph/contract/calls.ts';
import { IconAlertTriangle, IconPlugConnectedX } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { InfoMark } from '../../../components/InfoMark.tsx';
import { energyOfKwh, inline, money, wireNumber } from '../../../format/numbers.ts';
import { dateTime } from '../../../format/times.ts';
import { links } from '../../../links.ts';
import { usePermission } from '../../../session/session.ts';
import classes from './detail.module.css';

type Site = Response<'site/overview'>;
type Problem = Site['problems'][number];

/** More than these are folded away until asked for: the answer below them has to be seen, too. */
const FOLDED = 3;

function Cost({ problem, currency }: { problem: Problem; currency: string }) {
  const { t } = useTranslation();
  const showsMoney = usePermission('SiteMoney');
  if (problem.lostKwh === null) return <span className="muted">{t('problems.costUnknown')}</span>;
  const amount = wireNumber(problem.lostMoney);
  const parts = [
    inline(energyOfKwh(problem.lostKwh)),
    ...(showsMoney && amount !== null ? [money(amount, currency)] : []),
  ];
  return (
    <span>
      {t('problems.cost', { amount: parts.join(' · ') })}{' '}
      <InfoMark about={t('problems.costOf')}>{t('problems.costText')}</InfoMark>
    </span>
  );
}

function Row({ problem, site }: { problem: Problem; site: Site }) {
  const { t } = useTranslation();
  const { sn, alias, devices, code, title, desc, sinceIso } = problem;
  const Icon = code === 'silence' ? IconPlugConnectedX : IconAlertTriangle;
  const name = sn === '' ? t('problems.devices', { count: devices }) : alias || sn;
  return (
    <li className={`${classes.problem} ${code === 'silence' ? classes.silence : classes.fault}`}>
      <Icon size={20} stroke={1.75} aria-hidden />
      <div className={classes.problemText}>
        <div>
          <b>
            {name}: {title}
          </b>{' '}
          {code !== 'silence' && <span className="muted num">{t('plant.alertCode', { code })}</span>}{' '}
          <InfoMark about={title}>{desc}</InfoMark>
        </div>
        <div className="num">
          <span className="muted">
            {sinceIso ? t('plant.since', { at: dateTime(sinceIso, site.timezone) }) : t('problems.never')} ·{' '}
          </span>
          <Cost problem={problem} currency={site.statisticsProduction.totalMoneyUnit} />
        </div>
      </div>
      {sn !== '' && (
        <Link
          {...links.siteDetail(site.sid, { view: 'power', device: sn })}
          aria-label={t('problems.lookAt', { name })}
        >
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
        {(isOpen ? problems : problems.slice(0, FOLDED)).map((problem) => (
          <Row key={`${problem.sn} ${problem.code} ${problem.sinceIso}`} problem={problem} site={site} />
        ))}
      </ul>
      {problems.length > FOLDED && (
        <button type="button" className={classes.more} onClick={() => setOpen(!isOpen)} aria-expanded={isOpen}>
          {isOpen ? t('plant.showFewer') : t('plant.showAll', { count: problems.length })}
        </button>
      )}
    </section>
  );
}
