// Selects the period that the bars are compared with.
import { useTranslation } from 'react-i18next';
import { Choice } from '../../../components/Choice.tsx';
import { addMonths } from '../../../components/plant/days.ts';
import { DayField } from '../../../components/plant/Stepper.tsx';
import type { SiteSearch } from '../../../components/plant/search.ts';

interface Props {
  by: NonNullable<SiteSearch['by']>;
  from: string;
  today: string;
  compare: string | undefined;
  change: (changed: Pick<SiteSearch, 'compare'>) => void;
}

export function CompareChoice({ by, from, today, compare, change }: Props) {
  const { t } = useTranslation();
  const isDay = compare !== undefined && compare !== 'previous' && compare !== 'yearAgo';
  // A year before is the previous one.
  const named = by === 'year' ? ['previous'] : by === 'month' ? ['yearAgo'] : ['previous', 'yearAgo'];
  const labels = {
    previous: t(by === 'year' ? 'energy.yearBefore' : 'energy.besidePrevious'),
    yearAgo: t('energy.besideYear'),
  };
  const value =
    by === 'year'
      ? compare === undefined
        ? ''
        : 'previous'
      : isDay
        ? 'day'
        : by === 'month' && compare
          ? 'yearAgo'
          : (compare ?? '');
  const choose = (selected: string) =>
    change({
      compare:
        selected === 'previous' || selected === 'yearAgo'
          ? selected
          : selected === 'day'
            ? addMonths(from, -12)
            : undefined,
    });
  return (
    <>
      <Choice
        aria-label={t('power.compare')}
        widthPx={220}
        value={value}
        choices={[
          { value: '', label: t('power.alone') },
          ...named.map((name) => ({ value: name, label: labels[name as keyof typeof labels] })),
          ...(by === 'year' ? [] : [{ value: 'day', label: t('energy.besideDay') }]),
        ]}
        onChange={choose}
      />
      {isDay && by !== 'year' && (
        <DayField label={t('energy.besideDay')} day={compare} max={today} onDay={(day) => change({ compare: day })} />
      )}
    </>
  );
}
