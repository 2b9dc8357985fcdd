// Filters of alerts by level, kind and days, stored in the address.
import { EVENT_LEVELS, type EventLevel } from '@heliograph/contract/events.ts';
import { useTranslation } from 'react-i18next';
import { Choice } from '../Choice.tsx';
import { DayInput } from '../DayInput.tsx';
import type { AlertSearch } from './alertSearch.ts';
import classes from './alerts.module.css';
import { knownCode } from './alertsOf.ts';
import { CodeChoice } from './CodeChoice.tsx';

interface Props {
  search: AlertSearch;
  change: (change: AlertSearch) => void;
  /** Only what needs somebody now: no information, and no days. */
  isOfProblems?: boolean;
}

export function AlertFilters({ search, change, isOfProblems = false }: Props) {
  const { t } = useTranslation();
  const { level, from, to } = search;
  const levels = EVENT_LEVELS.filter((value) => !isOfProblems || value !== 'info');
  return (
    <>
      <div className={classes.choice}>
        <Choice
          aria-label={t('alerts.level')}
          value={levels.find((value) => value === level) ?? ''}
          choices={[
            { value: '', label: t('alerts.anyLevel') },
            ...levels.map((value) => ({ value, label: t(`alerts.levels.${value}`) })),
          ]}
          onChange={(value) => change({ level: (value || undefined) as EventLevel | undefined, page: undefined })}
        />
      </div>
      <CodeChoice
        className={classes.choice}
        code={knownCode(search.code)}
        isOfProblems={isOfProblems}
        onChange={(next) => change({ code: next, page: undefined })}
      />
      {!isOfProblems &&
        (['from', 'to'] as const).map((end) => (
          <DayInput
            key={end}
            whenWanted
            mayBeEmpty
            className={classes.day}
            aria-label={t(`alerts.${end}`)}
            placeholder={t(`alerts.${end}`)}
            value={search[end] ?? ''}
            onChange={(day) => change(inOrder({ from, to, [end]: day || undefined }))}
          />
        ))}
    </>
  );
}

/** Swaps a first day that is after the last one. */
const inOrder = ({ from, to }: Pick<AlertSearch, 'from' | 'to'>): AlertSearch => ({
  ...(from && to && from > to ? { from: to, to: from } : { from, to }),
  page: undefined,
});
