// Every command that was ever sent to the plant's devices, the newest first; a second person answers here.
import type { Response } from '@heliograph/contract/calls.ts';
import { isOpen } from '@heliograph/contract/commands.ts';
import { Button } from '@mantine/core';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../../../api/failures.ts';
import { useCall, useChange } from '../../../api/useCall.ts';
import { ErrorState } from '../../../components/ErrorState.tsx';
import { Pager } from '../../../components/list/Pager.tsx';
import { dateTime } from '../../../format/times.ts';
import { RowBones } from '../../../ui/Bones.tsx';
import { Card } from '../../../ui/Card.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { StatusDot } from '../../../ui/StatusDot.tsx';
import classes from './parameters.module.css';
import { parameterName, reasonText, STEP_TONES, valueText } from './words.ts';

type Command = Response<'gateway/commands/list'>['list'][number];
type Answer = 'approve' | 'refuse' | 'withdraw';

const SIZE = 10;
const REFETCH_MS = 15_000;

export function Commands({ sid, timeZone }: { sid: string; timeZone: string }) {
  const { t } = useTranslation();
  const [page, setPage] = useState(0);
  const commands = useCall(
    'gateway/commands/list',
    { sid, page: { size: SIZE, num: page } },
    { keepsPrevious: true, refetchIntervalMs: REFETCH_MS },
  );
  const answer = useChange('gateway/commands/answer', ['gateway/commands/list', 'gateway/parameters']);
  const { data } = commands;
  if (commands.error && !data) return <ErrorState error={commands.error} onRetry={() => void commands.refetch()} />;
  return (
    <Card flush title={t('parameters.commands')} note={timeZone}>
      {answer.error && (
        <div className={classes.part}>
          <Notice kind="error">{messageOf(answer.error, t)}</Notice>
        </div>
      )}
      {!data && <RowBones rows={3} height={48} />}
      {data?.total === 0 && <p className={`${classes.part} muted`}>{t('parameters.noCommands')}</p>}
      {data && data.total > 0 && (
        <ul className={`${classes.commands} num`}>
          {data.list.map((command) => (
            <CommandLine
              key={command.id}
              command={command}
              timeZone={timeZone}
              isBusy={answer.isPending}
              onAnswer={(given) => answer.mutate({ sid, id: command.id, answer: given })}
            />
          ))}
        </ul>
      )}
      {data && data.total > SIZE && <Pager page={page} size={SIZE} total={data.total} onPage={setPage} />}
    </Card>
  );
}

const readBackText = (t: TFunction, name: string, value: number | null, unit: string): string =>
  name === 'on' ? t(value === 1 ? 'parameters.isOn' : 'parameters.isSwitchedOff') : valueText(value, unit);

function whatOf(t: TFunction, { action, changes, firmware }: Command): string {
  const nameOf = ({ name, title }: Command['changes'][number]) => parameterName(t, name, title);
  if (action === 'read') return t('parameters.readOf', { names: changes.map(nameOf).join(', ') });
  if (action === 'update')
    return t('parameters.installs', { before: firmware?.before ?? '', version: firmware?.versionName ?? '' });
  if (action !== 'write') return t(`parameters.did.${action}`, { value: valueText(changes[0]?.wanted ?? null, '%') });
  return changes
    .map((change) => {
      const [before, wanted] = [change.before, change.wanted].map((value) => valueText(value, change.unit));
      return t('parameters.from', { name: nameOf(change), before, wanted });
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
  const { state, reason, rights, changes, askedBy, answeredBy, returns } = command;
  const what = whatOf(t, command);
  const differing = changes.filter(({ wanted, readBack }) => wanted !== null && readBack !== null);
  const answers: Answer[] = [
    ...(rights.approve ? (['approve', 'refuse'] as const) : []),
    ...(rights.withdraw ? (['withdraw'] as const) : []),
  ];
  return (
    <li>
      <div className={classes.what}>
        <span>{what}</span>
        <span className={classes.small}>
          {[
            command.sn,
            dateTime(command.askedIso, timeZone),
            returns === null ? askedBy : t('parameters.portal'),
            answeredBy === '' ? '' : t('parameters.approvedBy', { email: answeredBy }),
          ]
            .filter((part) => part !== '')
            .join(' · ')}
        </span>
      </div>
      <div className={classes.became}>
        <StatusDot tone={STEP_TONES[state]}>{t(`parameters.step.${state}`)}</StatusDot>
        {reason !== '' && <span className={classes.small}>{reasonText(t, reason)}</span>}
        {!isOpen(state) && differing.length > 0 && (
          <span className={classes.small}>
            {t('parameters.cameBack', {
              value: differing.map(({ name, readBack, unit }) => readBackText(t, name, readBack, unit)).join('; '),
            })}
          </span>
        )}
      </div>
      {answers.length > 0 && (
        <div className={classes.answers}>
          {answers.map((one) => (
            <Button
              key={one}
              size="xs"
              variant={one === 'approve' ? 'filled' : 'default'}
              disabled={isBusy}
              aria-label={t('parameters.actionsOf', { action: t(`parameters.${one}`), what })}
              onClick={() => onAnswer(one)}
            >
              {t(`parameters.${one}`)}
            </Button>
          ))}
        </div>
      )}
    </li>
  );
}
