// Every command that was ever sent to the plant's devices, the newest first; a second person answers here.
import type { Response } from '@heliograph/contract/calls.ts';
import { isOpen } from '@heliograph/contract/commands.ts';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../../../api/failures.ts';
import { useCall, useChange } from '../../../api/useCall.ts';
import { ErrorState } from '../../../components/ErrorState.tsx';
import { Pager } from '../../../components/list/Pager.tsx';
import { DASH, full } from '../../../format/numbers.ts';
import { dateTime } from '../../../format/times.ts';
import { RowBones } from '../../../ui/Bones.tsx';
import { Card } from '../../../ui/Card.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { StatusDot } from '../../../ui/StatusDot.tsx';
import classes from './parameters.module.css';
import { parameterName, reasonText, STEP_TONES } from './words.ts';

type Command = Response<'gateway/commands/list'>['list'][number];
type Answer = 'approve' | 'refuse' | 'withdraw';

const SIZE = 10;
const REFETCH_MS = 15_000;
const number = (value: number | null): string => (value === null ? DASH : full(value, 3));

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

interface LineProps {
  command: Command;
  timeZone: string;
  isBusy: boolean;
  onAnswer: (answer: Answer) => void;
}

function CommandLine({ command, timeZone, isBusy, onAnswer }: LineProps) {
  const { t } = useTranslation();
  const { state, reason, rights, changes, action, askedBy, answeredBy, returns, firmware } = command;
  const what = firmware
    ? t('parameters.installs', { before: firmware.before, version: firmware.versionName })
    : action === 'read'
      ? t('parameters.readOf', { names: changes.map(({ name }) => parameterName(t, name)).join(', ') })
      : changes
          .map(({ name, before, wanted }) =>
            t('parameters.from', { name: parameterName(t, name), before: number(before), wanted: number(wanted) }),
          )
          .join('; ');
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
            {t('parameters.cameBack', { value: differing.map(({ readBack }) => number(readBack)).join('; ') })}
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
