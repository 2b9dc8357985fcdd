// Choice of a day, week, month, year or range, with buttons for the previous and next one, and further controls next to it.
import '../../ui/panelStyles.ts';
import { SegmentedControl } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './plant.module.css';
import { type RequestedSpan, spanText, stepped } from './reportSpan.ts';
import { DayField, Stepper } from './Stepper.tsx';
import { type SiteSearch, SPANS, type Span } from './search.ts';

interface Props {
  /** Label of the choice for screen readers. */
  label: string;
  selected: RequestedSpan;
  today: string;
  change: (changed: Pick<SiteSearch, 'span' | 'day' | 'from' | 'to'>) => void;
  /** What was found, spoken after the chosen span; null while it loads. */
  result?: string | null;
  children?: ReactNode;
}

export function SpanChoice({ label, selected, today, change, result, children }: Props) {
  const { t } = useTranslation();
  const { span, from, to } = selected;
  const setRange = (first: string, last: string) =>
    change(first > last ? { from: last, to: first } : { from: first, to: last });
  return (
    <div className={`${classes.filters} noPrint`}>
      <SegmentedControl
        aria-label={label}
        value={span}
        onChange={(value) =>
          change({ span: value as Span, ...(value === 'range' ? { from, to: to < today ? to : today } : {}) })
        }
        data={SPANS.map((value) => ({ value, label: t(`span.${value}`) }))}
      />
      <Stepper
        onStep={(by) => change(stepped(selected, by, today))}
        isLast={to >= today}
        text={spanText(selected)}
        result={result}
      >
        {span === 'day' && <DayField label={t('span.day')} day={from} max={today} onDay={(day) => change({ day })} />}
        {span === 'range' && (
          <>
            <DayField label={t('span.from')} day={from} max={today} onDay={(day) => setRange(day, to)} />
            <DayField label={t('span.to')} day={to} max={today} onDay={(day) => setRange(from, day)} />
          </>
        )}
        {(span === 'week' || span === 'month' || span === 'year') && (
          <span className={`${classes.field} num`}>{spanText(selected)}</span>
        )}
      </Stepper>
      {children !== undefined && <div className={classes.reportTools}>{children}</div>}
    </div>
  );
}
