// Periods of a battery's day, one per line; times are text inputs, which suit phones as well as keyboards.
import type { BatteryLimits, BatteryProblem, PeriodAction } from '@heliograph/contract/batterySettings.ts';
import { ActionIcon, Button, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { AmountInput } from '../../../components/AmountInput.tsx';
import { Choice } from '../../../components/Choice.tsx';
import classes from './battery.module.css';
import { clockText, type Draft, type DraftPeriod, minutesOf, withPeriod } from './draft.ts';
import { problemText } from './words.ts';

interface Props {
  draft: Draft;
  limits: BatteryLimits;
  problems: readonly BatteryProblem[];
  mayChange: boolean;
  onChange: (draft: Draft) => void;
}

export function Periods({ draft, limits, problems, mayChange, onChange }: Props) {
  const { t } = useTranslation();
  const { periods } = draft;
  const max = limits.periods?.most ?? 0;
  return (
    <div className={classes.periods}>
      {periods.length === 0 && <p className="muted">{t('battery.noPeriods')}</p>}
      {periods.map((period, i) => (
        <PeriodLine
          key={period.key}
          n={i + 1}
          period={period}
          mayChange={mayChange}
          problems={problems.filter((problem) => 'period' in problem && problem.period === i)}
          onChange={(changed) =>
            onChange({ ...draft, periods: periods.map((one) => (one.key === period.key ? changed : one)) })
          }
          onRemove={() => onChange({ ...draft, periods: periods.filter(({ key }) => key !== period.key) })}
        />
      ))}
      {mayChange && (
        <div>
          <Button
            variant="default"
            leftSection={<IconPlus size={16} stroke={1.75} aria-hidden />}
            disabled={periods.length >= max}
            onClick={() => onChange(withPeriod(draft, limits))}
          >
            {t('battery.add')}
          </Button>
        </div>
      )}
    </div>
  );
}

interface LineProps {
  n: number;
  period: DraftPeriod;
  problems: readonly BatteryProblem[];
  mayChange: boolean;
  onChange: (period: DraftPeriod) => void;
  onRemove: () => void;
}

function PeriodLine({ n, period, problems, mayChange, onChange, onRemove }: LineProps) {
  const { t } = useTranslation();
  const fault = (...words: BatteryProblem['word'][]) => {
    const match = problems.find(({ word }) => words.includes(word));
    return match && problemText(t, match);
  };
  const time = (end: 'from' | 'to') => (
    <TextInput
      label={t(`battery.${end}`)}
      aria-label={t('battery.ofPeriod', { what: t(`battery.${end}`), n })}
      value={period[end]}
      inputMode="numeric"
      placeholder="00:00"
      error={end === 'from' ? fault('beforePrevious', 'noTime') : undefined}
      onChange={({ currentTarget: { value } }) => onChange({ ...period, [end]: value })}
      onBlur={() => {
        const minutes = minutesOf(period[end]);
        if (Number.isFinite(minutes)) onChange({ ...period, [end]: clockText(minutes) });
      }}
    />
  );
  return (
    <fieldset className={classes.line}>
      <legend>{t('battery.period', { n })}</legend>
      {time('from')}
      {time('to')}
      <Choice
        label={t('battery.action')}
        aria-label={t('battery.ofPeriod', { what: t('battery.action'), n })}
        value={period.action}
        choices={(['charge', 'discharge'] as const).map((value) => ({ value, label: t(`battery.${value}`) }))}
        onChange={(action) => onChange({ ...period, action: action as PeriodAction })}
      />
      <AmountInput
        label={t('battery.power')}
        aria-label={t('battery.ofPeriod', { what: t('battery.power'), n })}
        unit="W"
        digits={0}
        value={period.powerW}
        error={fault('powerOutOfRange', 'aboveRating')}
        onChange={(powerW) => onChange({ ...period, powerW })}
      />
      <AmountInput
        label={t(period.action === 'charge' ? 'battery.upTo' : 'battery.downTo')}
        aria-label={t('battery.ofPeriod', { what: t('battery.target'), n })}
        unit="%"
        digits={0}
        value={period.targetPercent}
        error={fault('targetOutOfRange', 'targetBelowReserve')}
        onChange={(targetPercent) => onChange({ ...period, targetPercent })}
      />
      {mayChange && (
        <ActionIcon variant="subtle" color="gray" size={36} aria-label={t('battery.remove', { n })} onClick={onRemove}>
          <IconTrash size={18} stroke={1.75} aria-hidden />
        </ActionIcon>
      )}
    </fieldset>
  );
}
