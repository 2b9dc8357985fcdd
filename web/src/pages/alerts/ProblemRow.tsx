// An open problem: what has it, since when, what it costs, who can solve it, and where to look.
import '@mantine/core/styles/Checkbox.layer.css';
import { isDeviceCode, isSetUpEvent } from '@heliograph/contract/events.ts';
import { INPUTS } from '@heliograph/contract/inputs.ts';
import { Button, Checkbox } from '@mantine/core';
import {
  IconBook,
  IconCalendar,
  IconChecklist,
  IconChevronDown,
  IconLayoutGrid,
  IconUserCheck,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { TFunction } from 'i18next';
import { type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Assigned } from '../../components/Assigned.tsx';
import { formatDuration } from '../../components/alerts/lasted.ts';
import { isNoticeable, lossLine, lossTexts, methodOf } from '../../components/alerts/lossText.ts';
import type { Problem } from '../../components/alerts/problemsOf.ts';
import { SeverityIcon } from '../../components/alerts/SeverityIcon.tsx';
import { dateTime } from '../../format/times.ts';
import { type Destination, links } from '../../links.ts';
import { usePermission } from '../../session/session.ts';
import classes from './problems.module.css';

/** Devices named in the details; more would hide the advice. */
const MAX_NAMED = 12;
const ICON = { size: 16, stroke: 1.75, 'aria-hidden': true } as const;

/** Returns what has the problem: a device by its name, or their number. */
export function subjectOf({ sn, alias, devices, modules, input }: Problem, t: TFunction): string {
  if (sn === '') return t('alerts.wholePlant');
  if (modules > 1) return t('alerts.modules', { count: modules });
  if (devices > 1) return t('alerts.devices', { count: devices });
  return input === null ? alias || sn : t('alerts.moduleOf', { device: alias || sn, input });
}

interface Props {
  problem: Problem;
  /** Below a heading with the device's name. */
  isNamed: boolean;
  /** Null when rows have no check boxes; `onTick` undefined for a row that cannot be ticked. */
  tick: { isOn: boolean; onTick: (() => void) | undefined } | null;
  /** Undefined if the user may not acknowledge it. */
  onChoose: (() => void) | undefined;
  /** Undefined if the user may not assign it. */
  onAssign: (() => void) | undefined;
}

export function ProblemRow({ problem, isNamed, tick, onChoose, onAssign }: Props) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const detailsId = useId();
  const { title, code, level, timezone, state, note, acknowledgedIso, assigned } = problem;
  const name = subjectOf(problem, t);
  return (
    <li className={classes.row} data-ticks={tick ? true : undefined}>
      {tick && (
        <div className={classes.tick}>
          {tick.onTick && (
            <Checkbox
              size="sm"
              aria-label={t('alerts.tick', { title, name, begin: dateTime(problem.sinceIso, timezone) })}
              checked={tick.isOn}
              onChange={tick.onTick}
            />
          )}
        </div>
      )}
      <SeverityIcon level={level} />
      <div className={classes.text}>
        <div>
          <b>{title}</b> {isDeviceCode(code) && <span className="muted num">{t('alerts.code', { code })}</span>}
        </div>
        <Facts problem={problem} name={isNamed ? undefined : name} />
        {assigned && (
          <p className={classes.known}>
            <Assigned assigned={assigned} timezone={timezone} />
          </p>
        )}
        {state === 'acknowledged' && (
          <p className={classes.known}>
            {t('alerts.acknowledgedAt', {
              who: problem.acknowledgedBy || t('alerts.somebody'),
              at: dateTime(acknowledgedIso, timezone),
            })}
          </p>
        )}
        {note !== '' && <p className={classes.note}>{note}</p>}
      </div>
      <Cost problem={problem} />
      {onChoose && (
        <Button
          className={classes.acknowledge}
          size="xs"
          variant={state === 'open' ? 'default' : 'subtle'}
          onClick={onChoose}
          aria-label={t(state === 'open' ? 'alerts.acknowledgeOf' : 'alerts.noteOf', { title, name })}
        >
          {t(state === 'open' ? 'alerts.acknowledge' : 'alerts.note')}
        </Button>
      )}
      <div className={classes.more}>
        <div className={classes.actions}>
          <button
            type="button"
            className={classes.action}
            aria-expanded={isOpen}
            aria-controls={detailsId}
            onClick={() => setOpen(!isOpen)}
          >
            <IconChevronDown {...ICON} className={classes.chevron} />
            {t('alerts.causeAndAdvice')}
          </button>
          {onAssign && (
            <button
              type="button"
              className={classes.action}
              aria-label={t(assigned ? 'alerts.reassignOf' : 'alerts.assignOf', { title, name })}
              onClick={onAssign}
            >
              <IconUserCheck {...ICON} />
              {t(assigned ? 'alerts.reassign' : 'alerts.assign')}
            </button>
          )}
          <Places problem={problem} />
        </div>
        <div id={detailsId} hidden={!isOpen}>
          {isOpen && <Details problem={problem} />}
        </div>
      </div>
    </li>
  );
}

/** Device, start and duration, and who can solve it, in one line. */
function Facts({ problem, name }: { problem: Problem; name: string | undefined }) {
  const { t } = useTranslation();
  const { sid, sn, devices, modules, input, sinceIso, startMs, timezone } = problem;
  const isOne = sn !== '' && devices === 1 && modules < 2;
  return (
    <div className={`${classes.facts} num`}>
      {name !== undefined && isOne && (
        <Link
          {...(input === null
            ? links.siteDetail(sid, { view: 'power', device: sn })
            : links.module({ sid, sn, input: INPUTS.find((one) => one === input) }))}
        >
          {name}
        </Link>
      )}
      {name !== undefined && !isOne && <span>{name}</span>}
      <span>
        {sinceIso === null
          ? t('alerts.never')
          : t('alerts.since', {
              begin: dateTime(sinceIso, timezone),
              lasted: formatDuration((Date.now() - Math.min(startMs, Date.parse(sinceIso))) / 1000, t),
            })}
      </span>
      <span>{t(`alerts.actors.${problem.actor}`)}</span>
    </div>
  );
}

/** What it loses a week and has lost so far; nothing for a device that produces nothing. */
function Cost({ problem }: { problem: Problem }) {
  const { t } = useTranslation();
  const { costs, weekKwh, weekMoney, lostKwh, lostMoney, currency } = problem;
  if (!costs) return null;
  if (weekKwh === null && lostKwh === null)
    return <div className={`${classes.cost} muted`}>{t('alerts.lossUnknown')}</div>;
  if (!isNoticeable(weekKwh) && !isNoticeable(lostKwh))
    return <div className={`${classes.cost} muted`}>{t('alerts.nothingLost')}</div>;
  return (
    <div className={`${classes.cost} num`}>
      {isNoticeable(weekKwh) && (
        <div>
          <b>{lossTexts(weekKwh, weekMoney, currency).filter(Boolean).join(' · ')}</b>{' '}
          <span className="muted">{t('alerts.aWeek')}</span>
        </div>
      )}
      {isNoticeable(lostKwh) && (
        <div className="muted">{t('alerts.lostSoFar', { amount: lossLine(lostKwh, lostMoney, currency) })}</div>
      )}
    </div>
  );
}

/** Links to where the problem can be seen or solved. */
function Places({ problem }: { problem: Problem }) {
  const { t } = useTranslation();
  const readsDocuments = usePermission('Documentation');
  const { sid, sn, devices, input, code, isPlaced, sinceIso, documentedProduct } = problem;
  const isOne = sn !== '' && devices === 1;
  return (
    <>
      {isPlaced && (
        <Place
          to={links.siteDetail(sid, { view: 'layout', device: sn, ...(input === null ? {} : { module: input }) })}
          icon={<IconLayoutGrid {...ICON} />}
        >
          {t('alerts.onRoof')}
        </Place>
      )}
      {sinceIso !== null && (
        <Place
          to={links.siteDetail(sid, {
            view: 'power',
            day: sinceIso.slice(0, 10),
            ...(isOne ? { device: sn, ...(input === null ? {} : { module: input }) } : {}),
          })}
          icon={<IconCalendar {...ICON} />}
        >
          {t('alerts.firstDay')}
        </Place>
      )}
      {isSetUpEvent(code) && (
        <Place to={links.siteDetail(sid, { view: 'setUp' })} icon={<IconChecklist {...ICON} />}>
          {t('alerts.checkSetUp')}
        </Place>
      )}
      {documentedProduct !== '' && readsDocuments && (
        <Place to={links.documentation({ product: documentedProduct })} icon={<IconBook {...ICON} />}>
          {t('menu.Documentation')}
        </Place>
      )}
    </>
  );
}

function Place({ to, icon, children }: { to: Destination; icon: ReactNode; children: string }) {
  return (
    <Link {...to} className={classes.action}>
      {icon}
      {children}
    </Link>
  );
}

const LOSS_TEXTS = {
  modules: 'alerts.lossOfModules',
  devices: 'alerts.lossOfDevices',
  freeDevices: 'alerts.lossByFreeDevices',
  ownCurve: 'alerts.lossByOwnCurve',
} as const;

function Details({ problem }: { problem: Problem }) {
  const { t } = useTranslation();
  const { sid, desc, concerns, costs, weekKwh, lostKwh } = problem;
  const numbers = [...new Set(concerns.map(({ sn }) => sn))];
  return (
    <div className={classes.details}>
      <p>{desc}</p>
      {numbers.length > 1 && (
        <p className="num">
          {t('alerts.concerned')}{' '}
          {numbers.slice(0, MAX_NAMED).map((sn, n) => (
            <span key={sn}>
              {n > 0 && ', '}
              <Link {...links.siteDetail(sid, { view: 'power', device: sn })}>{sn}</Link>
            </span>
          ))}
          {numbers.length > MAX_NAMED && ` ${t('alerts.moreDevices', { count: numbers.length - MAX_NAMED })}`}
        </p>
      )}
      {costs && (
        <p className="muted">
          {weekKwh === null && lostKwh === null ? t('alerts.lossUnknownText') : t(LOSS_TEXTS[methodOf(problem)])}
        </p>
      )}
    </div>
  );
}
