// Every command sent to the devices of a plant, newest first; a second person approves commands in it.
import type { Response } from '@heliograph/contract/calls.ts';
import { isOpen } from '@heliograph/contract/commands.ts';
import { Button } from '@mantine/core';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall, useChange } from '../../../api/useCall.ts';
import classes from '../../../components/parameters/parameters.module.css';
import {
  parameterName,
  parameterValue,
  reasonText,
  STEP_TONES,
  valueText,
} from '../../../components/parameters/words.ts';
import { dateTime, dayText } from '../../../format/times.ts';
import { useSession } from '../../../session/session.ts';
import { useAnnounced } from '../../../ui/announcer.ts';
import { StatusDot } from '../../../ui/StatusDot.tsx';
import { Answers, LineList, PAGE_SIZE } from './LineList.tsx';

type Command = Response<'gateway/commands/list'>['list'][number];
type Answer = 'approve' | 'refuse' | 'withdraw';

const REFETCH_MS = 15_000;
/** Names listed of a read command; the rest is counted. */
const MAX_NAMES = 8;

/** `sn` is the device shown on the page. */
export function Commands({ sid, sn, timeZone }: { sid: string; sn: string | undefined; timeZone: string }) {
  const { t } = useTranslation();
  const [page, setPage] = useState(0);
  const [renewals, setRenewals] = useState(false);
  const [isFiltered, setFiltered] = useState(false);
  const filterSn = isFiltered ? sn : undefined;
  const commands = useCall(
    'gateway/commands/list',
    {
      sid,
      page: { size: PAGE_SIZE, num: page },
      filters: { renewals, ...(filterSn === undefined ? {} : { sn: filterSn }) },
    },
    { keepsPrevious: true, refetchIntervalMs: REFETCH_MS },
  );
  const { info } = useSession();
  // The newest command of this person, while the newest commands are shown.
  const newest = page === 0 && filterSn === undefined && !commands.isPlaceholderData ? commands.data?.list : undefined;
  const own = newest && (newest.find(({ askedBy }) => askedBy === info?.email) ?? null);
  useAnnounced(
    own === null ? '' : own && `${commandText(t, own)}: ${t(`parameters.step.${own.state}`)}`,
    own && `${own.id} ${own.state}`,
  );
  const answer = useChange('gateway/commands/answer', ['gateway/commands/list', 'gateway/parameters']);
  const toggle = (isOn: boolean, set: (isOn: boolean) => void) => ({
    isOn,
    onChange: (now: boolean) => {
      set(now);
      setPage(0);
    },
  });
  return (
    <LineList
      title={t('parameters.commands')}
      note={timeZone}
      side={
        <>
          {sn !== undefined && (
            <Toggle
              {...toggle(isFiltered, setFiltered)}
              on={t('parameters.onlyOf', { sn })}
              off={t('parameters.ofAll')}
            />
          )}
          {(renewals || commands.data?.list.some(({ byRule }) => byRule !== null)) && (
            <Toggle
              {...toggle(renewals, setRenewals)}
              on={t('parameters.showRenewals')}
              off={t('parameters.hideRenewals')}
            />
          )}
        </>
      }
      emptyText={filterSn === undefined ? t('parameters.noCommands') : t('parameters.noCommandsOf', { sn: filterSn })}
      lines={commands}
      answerError={answer.error}
      page={page}
      onPage={setPage}
    >
      {(command) => (
        <CommandLine
          key={command.id}
          command={command}
          timeZone={timeZone}
          isBusy={answer.isPending}
          onAnswer={(given) => answer.mutate({ sid, id: command.id, answer: given })}
        />
      )}
    </LineList>
  );
}

interface ToggleProps {
  isOn: boolean;
  onChange: (isOn: boolean) => void;
  /** Label of the button while off. */
  on: string;
  off: string;
}

function Toggle({ isOn, onChange, on, off }: ToggleProps) {
  return (
    <Button variant="subtle" size="xs" onClick={() => onChange(!isOn)}>
      {isOn ? off : on}
    </Button>
  );
}

/** Summarizes all commands of the rule to the device on that day. */
function daySummary(t: TFunction, { askedIso, standsFor }: Command): string[] {
  if (!standsFor) return [];
  const { commands: count, changes, failed, least, most } = standsFor;
  const day = dayText(askedIso.slice(0, 10));
  if (count === 0) return [t('parameters.dayNone', { day })];
  const values = { least: valueText(least, '%'), most: valueText(most, '%') };
  return [t('parameters.dayOf', { day, count, ...values }), t('parameters.dayMore', { count: changes, failed })];
}

/**
 * Returns the values that a write changes: a battery is written as a whole, of which most stays. Fields of a period that
 * is neither used before nor afterwards mean nothing.
 */
export function changedOf(changes: Command['changes']): Command['changes'] {
  const byName = new Map(changes.map((change) => [change.name, change]));
  const isUnused = (name: string): boolean => {
    const [period] = /^batteryPeriod\d+/.exec(name) ?? [];
    const action = period === undefined ? undefined : byName.get(`${period}Action`);
    return action !== undefined && !action.wanted && !action.before;
  };
  return changes.filter(({ name, before, wanted }) => before !== wanted && !isUnused(name));
}

function commandText(t: TFunction, { action, changes, firmware }: Command): string {
  const nameOf = ({ name, title }: Command['changes'][number]) => parameterName(t, name, title);
  if (action === 'read') {
    const listed = changes.length > MAX_NAMES ? changes.slice(0, MAX_NAMES - 1) : changes;
    const names = listed.map(nameOf).join(', ');
    const count = changes.length - listed.length;
    return t('parameters.readOf', { names: count > 0 ? t('parameters.readMore', { names, count }) : names });
  }
  if (action === 'update')
    return t('parameters.installs', { before: firmware?.before ?? '', version: firmware?.versionName ?? '' });
  if (action !== 'write') return t(`parameters.did.${action}`, { value: valueText(changes[0]?.wanted ?? null, '%') });
  const changed = changedOf(changes);
  if (changed.length === 0) return t('parameters.sameAgain');
  return changed
    .map((change) => {
      const [before, wanted] = [change.before, change.wanted].map((value) => parameterValue(t, change, value));
      const name = nameOf(change);
      // The previous value is unknown, so there is no "from".
      if (change.before === null) return t('parameters.to', { name, wanted });
      return t('parameters.from', { name, before, wanted });
    })
    .join('; ');
}

interface LineProps {
  command: Command;
  timeZone: string;
  isBusy: boolean;
  onAnswer: (answer: Answer) => void;
}

function CommandLine({ command, timeZone, isBusy, onAnswer }: LineProps) {
  const { t } = useTranslation();
  const { state, reason, rights, changes, askedBy, answeredBy, returns, byRule } = command;
  const [ofDay, moreOfDay] = daySummary(t, command);
  const what = ofDay ?? commandText(t, command);
  const waitsForOwner = command.action === 'update' && state === 'draft';
  const waitsForSunrise =
    state === 'approved' && command.startsIso !== null && Date.parse(command.startsIso) > Date.now();
  const differing = changedOf(changes).filter(({ wanted, readBack }) => wanted !== null && readBack !== null);
  const answers: Answer[] = [
    ...(rights.approve ? (['approve', 'refuse'] as const) : []),
    ...(rights.withdraw ? (['withdraw'] as const) : []),
  ];
  return (
    <li>
      <div className={classes.what}>
        <span>{what}</span>
        {moreOfDay && <span className={classes.small}>{moreOfDay}</span>}
        <span className={classes.small}>
          {[
            command.sn,
            dateTime(command.askedIso, timeZone),
            byRule !== null ? t('parameters.byRule') : returns === null ? askedBy : t('parameters.portal'),
            answeredBy === '' ? '' : t('parameters.approvedBy', { email: answeredBy }),
          ]
            .filter((part) => part !== '')
            .join(' · ')}
        </span>
      </div>
      <div className={classes.became}>
        {ofDay && <span className={classes.small}>{t('parameters.lastOfDay')}</span>}
        <StatusDot tone={STEP_TONES[state]}>
          {waitsForSunrise
            ? t('parameters.waitsForSunrise', { time: dateTime(command.startsIso, timeZone) })
            : t(waitsForOwner ? 'parameters.waitsForOwner' : `parameters.step.${state}`)}
        </StatusDot>
        {reason !== '' && <span className={classes.small}>{reasonText(t, reason)}</span>}
        {!isOpen(state) && differing.length > 0 && (
          <span className={classes.small}>
            {t('parameters.cameBack', {
              value: differing.map((change) => parameterValue(t, change, change.readBack)).join('; '),
            })}
          </span>
        )}
      </div>
      {answers.length > 0 && (
        <div className={classes.answers}>
          <Answers
            answers={answers}
            labelOf={(one) => t(`parameters.${one}`)}
            what={what}
            isBusy={isBusy}
            onAnswer={onAnswer}
          />
        </div>
      )}
    </li>
  );
}
