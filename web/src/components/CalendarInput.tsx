// A field for a calendar day with a calendar below it; the day is typed in the order of the language or chosen. Loaded by DayInput.
import '../ui/panelStyles.ts';
import '@mantine/dates/styles.layer.css';
import { DateInput } from '@mantine/dates';
import { useMergedRef } from '@mantine/hooks';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { dayInField, dayTyped, firstWeekday } from '../format/days.ts';
import { dayText } from '../format/times.ts';
import { locale } from '../i18n/language.ts';
import { CALENDAR_ICON, type DayInputProps } from './DayInput.tsx';

const formatterOf = (options: Intl.DateTimeFormatOptions) => {
  const format = new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' });
  return (day: string) => format.format(Date.parse(`${day.slice(0, 10)}T00:00:00Z`));
};
const weekday = formatterOf({ weekday: 'short' });
const month = formatterOf({ month: 'short' });
const monthAndYear = formatterOf({ month: 'long', year: 'numeric' });
const year = formatterOf({ year: 'numeric' });

/** `startsFocused`: replaces a field that has just received focus. */
export default function CalendarInput(props: DayInputProps & { startsFocused: boolean }) {
  const { value, onChange, min, max, mayBeEmpty = false, isInPanel = false, startsFocused, ref, ...rest } = props;
  const { t } = useTranslation();
  const input = useRef<HTMLInputElement>(null);
  const mergedRef = useMergedRef(input, ref);
  useEffect(() => {
    if (startsFocused) input.current?.focus();
  }, [startsFocused]);
  return (
    <DateInput
      data-calendar
      {...rest}
      ref={mergedRef}
      value={value === '' ? null : value}
      onChange={(day) => onChange(day ?? '')}
      minDate={min || undefined}
      maxDate={max || undefined}
      valueFormat={dayInField}
      dateParser={(text) => dayTyped(text)}
      clearable={mayBeEmpty}
      clearButtonProps={{ 'aria-label': t('day.clear') }}
      rightSection={CALENDAR_ICON}
      rightSectionPointerEvents="none"
      firstDayOfWeek={firstWeekday()}
      weekdayFormat={weekday}
      monthLabelFormat={monthAndYear}
      // Weekends have no colour: colour is for interactive elements and status.
      weekendDays={[]}
      monthsListFormat={month}
      yearLabelFormat={year}
      yearsListFormat={year}
      getDayAriaLabel={(day) => dayText(day)}
      // The buttons above the days and months are named by the month and year that they show.
      ariaLabels={{
        previousMonth: t('day.previous'),
        nextMonth: t('day.next'),
        previousYear: t('day.previous'),
        nextYear: t('day.next'),
        previousDecade: t('day.previous'),
        nextDecade: t('day.next'),
      }}
      popoverProps={{
        withinPortal: !isInPanel,
        shadow: 'md',
        // Outside the page's landmarks, so it is one itself.
        attributes: { dropdown: { role: 'region', 'aria-label': t('day.calendar') } },
      }}
    />
  );
}
