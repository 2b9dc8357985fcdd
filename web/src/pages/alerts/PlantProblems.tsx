// The open problems of a plant: its name, owner and weekly loss, and a row for each problem, grouped by device.
import '@mantine/core/styles/Checkbox.layer.css';
import { Checkbox } from '@mantine/core';
import { IconMail, IconPhone, IconUserCheck } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { isNoticeable, lossLine } from '../../components/alerts/lossText.ts';
import { keyOfProblem, type Problem } from '../../components/alerts/problemsOf.ts';
import { links, mailTo } from '../../links.ts';
import { useSession } from '../../session/session.ts';
import { ProblemRow } from './ProblemRow.tsx';
import classes from './problems.module.css';

const ICON = { size: 16, stroke: 1.75, 'aria-hidden': true } as const;

interface Props {
  /** Of one plant, in their order. */
  problems: readonly Problem[];
  /** Counts and losses of the plant are those of its open problems. */
  isOfOpen: boolean;
  /** Null when rows have no check boxes. */
  ticked: ReadonlySet<string> | null;
  /** Ticks problems, or removes their ticks. */
  onTick: (problems: readonly Problem[], isOn: boolean) => void;
  onChoose: (problem: Problem) => void;
  /** Opens the choice of who takes care of these problems. */
  onAssign: (problems: readonly Problem[]) => void;
}

export function PlantProblems({ problems, isOfOpen, ticked, onTick, onChoose, onAssign }: Props) {
  const { t } = useTranslation();
  const titleId = useId();
  const { sid, siteName, siteProblems, siteWeekKwh, siteWeekMoney, currency } = problems[0]!;
  const assignable = problems.filter(({ mayAcknowledge }) => mayAcknowledge);
  const tickable = ticked ? problems.filter(isTickable) : [];
  const isTicked = (problem: Problem) => ticked?.has(keyOfProblem(problem)) ?? false;
  const tickedHere = tickable.filter(isTicked);
  const isPart = isOfOpen && siteProblems > problems.length;
  return (
    <section className={classes.plant} aria-labelledby={titleId}>
      <header className={classes.head}>
        {tickable.length > 0 && (
          <Checkbox
            size="sm"
            aria-label={t('alerts.tickPlant', { plant: siteName })}
            checked={tickedHere.length === tickable.length}
            indeterminate={tickedHere.length > 0 && tickedHere.length < tickable.length}
            onChange={(event) => onTick(tickable, event.currentTarget.checked)}
          />
        )}
        <h2 id={titleId} className={classes.name}>
          <Link {...links.siteDetail(sid)}>{siteName}</Link>
        </h2>
        <span className="muted num">
          {isPart
            ? t('alerts.problemsOf', { n: problems.length, count: siteProblems })
            : t('alerts.problems', { count: problems.length })}
        </span>
        <Owner of={problems[0]!} />
        {assignable.length > 1 && (
          <button type="button" className={classes.action} onClick={() => onAssign(assignable)}>
            <IconUserCheck {...ICON} />
            {t('alerts.assignCount', { count: assignable.length })}
          </button>
        )}
        {isOfOpen && isNoticeable(siteWeekKwh) && (
          <span className={`${classes.sum} num`}>
            <b>{lossLine(siteWeekKwh, siteWeekMoney, currency)}</b> <span className="muted">{t('alerts.aWeek')}</span>
          </span>
        )}
      </header>
      <ul className={classes.rows}>
        {byDevice(problems).map((ofDevice) => {
          const rows = ofDevice.map((problem) => (
            <ProblemRow
              key={keyOfProblem(problem)}
              problem={problem}
              isNamed={ofDevice.length > 1}
              tick={
                tickable.length > 0
                  ? {
                      isOn: isTicked(problem),
                      onTick: isTickable(problem) ? () => onTick([problem], !isTicked(problem)) : undefined,
                    }
                  : null
              }
              onChoose={problem.mayAcknowledge ? () => onChoose(problem) : undefined}
              onAssign={problem.mayAcknowledge ? () => onAssign([problem]) : undefined}
            />
          ));
          if (ofDevice.length === 1) return rows;
          const { alias, sn } = ofDevice[0]!;
          return (
            <li key={sn} className={classes.device}>
              <h3 className={classes.deviceName}>
                <Link {...links.siteDetail(sid, { view: 'power', device: sn })}>{alias || sn}</Link>{' '}
                <span className="muted num">{t('alerts.problems', { count: ofDevice.length })}</span>
              </h3>
              <ul className={classes.rows}>{rows}</ul>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/** Whether it can be acknowledged together with others. */
export const isTickable = ({ state, mayAcknowledge }: Problem): boolean => state === 'open' && mayAcknowledge;

/** Groups problems of one device, at the place of its first; a problem of several devices, or of the plant, stays alone. */
function byDevice(problems: readonly Problem[]): Problem[][] {
  const keyOf = (problem: Problem) => (problem.devices === 1 && problem.sn !== '' ? problem.sn : keyOfProblem(problem));
  return [...Map.groupBy(problems, keyOf).values()];
}

function Owner({ of: { ownerName, ownerPhone, ownerEmail } }: { of: Problem }) {
  const { t } = useTranslation();
  const self = useSession().info?.email;
  // Owners need no link to themselves.
  if ((!ownerName && !ownerPhone && !ownerEmail) || ownerEmail === self) return null;
  const name = ownerName || ownerEmail || ownerPhone;
  return (
    <span className={classes.owner}>
      {ownerName && <span>{ownerName}</span>}
      {ownerPhone && (
        <a
          href={`tel:${ownerPhone.replaceAll(/[^\d+]/g, '')}`}
          aria-label={t('alerts.call', { name, phone: ownerPhone })}
        >
          <IconPhone {...ICON} />
          <span className="num">{ownerPhone}</span>
        </a>
      )}
      {ownerEmail && (
        <a href={mailTo(ownerEmail)} aria-label={t('alerts.write', { name, email: ownerEmail })}>
          <IconMail {...ICON} />
          <span>{ownerEmail}</span>
        </a>
      )}
    </span>
  );
}
