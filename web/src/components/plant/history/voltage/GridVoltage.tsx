// Evidence of the grid voltage measured by a device: hours above the limit by phase and day, lost energy, and mean values as a file.
import type { Request, Response } from '@heliograph/contract/calls.ts';
import { LIMIT_PERCENT, MAX_VOLTAGE_DAYS, type VoltageFormat } from '@heliograph/contract/gridVoltage.ts';
import { Button, Group, SimpleGrid, Stack } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../../../../api/failures.ts';
import { download } from '../../../../api/post.ts';
import { useCall } from '../../../../api/useCall.ts';
import { addDays } from '../../../../format/dayCount.ts';
import { DASH, energyOfKwh, fixed, full, percent, quantity } from '../../../../format/numbers.ts';
import { dateTime, dayText } from '../../../../format/times.ts';
import { languageList, language as ownLanguage } from '../../../../i18n/language.ts';
import { Dialog } from '../../../../ui/Dialog.tsx';
import { Figure } from '../../../../ui/Figure.tsx';
import { Skeleton } from '../../../../ui/Skeleton.tsx';
import { toastFailed } from '../../../../ui/toast.tsx';
import { type Amount, AmountInput } from '../../../AmountInput.tsx';
import { Choice } from '../../../Choice.tsx';
import { saveFile } from '../../../csv.ts';
import { ErrorState } from '../../../ErrorState.tsx';
import { InfoTip } from '../../../InfoTip.tsx';
import { type DeviceDaysProps, TwoDays, useTwoDays } from '../../../TwoDays.tsx';
import classes from './voltage.module.css';

type Evidence = Response<'device/voltage'>;
type FileRequest = Request<'device/voltage/download'>;

const NOMINAL_V = { min: 80, max: 500 };

/** Returns the first day of the range, limited to its newest days when it is too long. */
function firstOf({ start, end }: DeviceDaysProps['days']): string {
  const first = addDays(end, 1 - MAX_VOLTAGE_DAYS);
  return start > first ? start : first;
}

export default function GridVoltage({ sid, sn, days: shown, today, onClose }: DeviceDaysProps) {
  const { t } = useTranslation();
  const days = useTwoDays(firstOf(shown), shown.end, MAX_VOLTAGE_DAYS);
  const [nominal, setNominal] = useState<Amount>('');
  const [start, end] = days.days;
  const fault = days.fault && t(`voltage.${days.fault}`, { days: full(MAX_VOLTAGE_DAYS, 0) });
  const isNominal = nominal !== '' && nominal >= NOMINAL_V.min && nominal <= NOMINAL_V.max;
  const body = { sid, sn, start, end, ...(isNominal ? { nominal } : {}) };
  const evidence = useCall('device/voltage', body, { enabled: fault === undefined, keepsPrevious: true });
  /** Language of the PDF, which is for the grid operator and may differ from the user's. */
  const [language, setLanguage] = useState<string>(ownLanguage);
  const file = useMutation({
    mutationFn: (format: VoltageFormat) =>
      download('device/voltage/download', { ...body, format, language: language as FileRequest['language'] }),
    networkMode: 'always',
    onSuccess: ({ name, content }) => saveFile(content, name),
    onError: (error) => toastFailed(messageOf(error, t)),
  });
  const button = (format: VoltageFormat) => ({
    leftSection: <IconDownload size={18} stroke={1.75} aria-hidden />,
    loading: file.isPending && file.variables === format,
    disabled: fault !== undefined || file.isPending || (evidence.data?.lines.length ?? 0) === 0,
    onClick: () => file.mutate(format),
  });
  return (
    <Dialog opened onClose={onClose} title={t('voltage.title', { sn })} size="xl">
      <Stack gap="md">
        {/* Focused instead of the first day, whose calendar would cover the figures. */}
        <p className={classes.about} tabIndex={-1} data-autofocus>
          {t('voltage.about', { limit: LIMIT_PERCENT })}
        </p>
        <div className={classes.asked}>
          <TwoDays labels={[t('voltage.from'), t('voltage.to')]} days={days} max={today} fault={fault} />
          <AmountInput
            label={t('voltage.nominal')}
            description={t('voltage.nominalText')}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            value={nominal}
            onChange={setNominal}
            unit="V"
            digits={1}
          />
        </div>
        {evidence.error && <ErrorState error={evidence.error} onRetry={() => void evidence.refetch()} compact />}
        {!evidence.error && !evidence.data && <Skeleton height={220} />}
        {evidence.data && <Figures evidence={evidence.data} />}
        <Group justify="flex-end" align="flex-end" gap="xs">
          <Choice
            widthPx={170}
            label={t('voltage.language')}
            value={language}
            choices={languageList().map(({ webCode, title }) => ({ value: webCode, label: title }))}
            onChange={setLanguage}
          />
          <Button variant="default" {...button('csv')}>
            {t('voltage.csv')}
          </Button>
          <Button {...button('pdf')}>{t('voltage.pdf')}</Button>
        </Group>
      </Stack>
    </Dialog>
  );
}

function Figures({ evidence }: { evidence: Evidence }) {
  const { t } = useTranslation();
  const { lines, hoursAbove, throttledHours, lostKwh, lostUnknown, lostBasis, lostFrom, uploadEveryS, timezone, days } =
    evidence;
  if (lines.length === 0) return <p>{t('voltage.none')}</p>;
  const interval =
    uploadEveryS < 120
      ? t('voltage.seconds', { count: uploadEveryS })
      : t('voltage.minutes', { count: Math.round(uploadEveryS / 60) });
  const worst = lines.toSorted(
    (one, other) => (other.highest ?? 0) / other.nominal - (one.highest ?? 0) / one.nominal,
  )[0]!;
  const badDays = days.filter((day) => day.hoursAbove > 0 || day.throttledHours > 0);
  return (
    <>
      <SimpleGrid cols={{ base: 2, sm: 4 }} spacing="md">
        <Figure label={t('voltage.above')} figure={quantity(hoursAbove, 'h')} />
        <Figure
          label={t('voltage.highest')}
          figure={quantity(worst.highest, 'V')}
          note={t(`voltage.lines.${worst.line}`)}
        />
        <Figure label={t('voltage.throttled')} figure={quantity(throttledHours, 'h')} />
        <Figure
          label={t('voltage.lost')}
          mark={<InfoTip about={t('voltage.lost')}>{t('voltage.lostText')}</InfoTip>}
          figure={energyOfKwh(lostKwh)}
        />
      </SimpleGrid>
      <Lines lines={lines} timeZone={timezone} />
      {badDays.length === 0 && <p>{t('voltage.noneAbove')}</p>}
      {badDays.length > 0 && <BadDays days={badDays} />}
      <p className={classes.about}>
        {t('voltage.measured', { interval })}{' '}
        {lostFrom !== null && lostKwh !== null && t(`voltage.lostFrom.${lostFrom}`)}{' '}
        {lostBasis === 'assumed' && lostKwh !== null && t('voltage.assumed')}{' '}
        {lostUnknown > 0 && t('voltage.unknown', { count: lostUnknown })}
      </p>
    </>
  );
}

/** Table of the phases and their limits. */
function Lines({ lines, timeZone }: { lines: Evidence['lines']; timeZone: string }) {
  const { t } = useTranslation();
  return (
    <div className={classes.scroll}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">{t('voltage.line')}</th>
            <th scope="col">{t('voltage.nominalHead')}</th>
            <th scope="col">{t('voltage.limitHead')}</th>
            <th scope="col">{t('voltage.highestHead')}</th>
            <th scope="col">{t('voltage.when')}</th>
            <th scope="col">{t('voltage.aboveHead')}</th>
            <th scope="col">{t('voltage.share')}</th>
          </tr>
        </thead>
        <tbody className="num">
          {lines.map((line) => (
            <tr key={line.line} data-above={line.above > 0 || undefined}>
              <th scope="row">{t(`voltage.lines.${line.line}`)}</th>
              <td>{fixed(line.nominal, 1)}</td>
              <td>{fixed(line.limit, 1)}</td>
              <td>{fixed(line.highest, 1)}</td>
              <td>{dateTime(line.highestIso, timeZone)}</td>
              <td>{fixed(line.hoursAbove, 2)}</td>
              <td>{line.means === 0 ? DASH : percent(line.above / line.means, 1)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Table of the days with a voltage above the limit. */
function BadDays({ days }: Pick<Evidence, 'days'>) {
  const { t } = useTranslation();
  return (
    <div className={classes.scroll} data-tall>
      <table className={classes.table} aria-label={t('voltage.byDay')}>
        <thead>
          <tr>
            <th scope="col">{t('voltage.day')}</th>
            <th scope="col">{t('voltage.highestHead')}</th>
            <th scope="col">{t('voltage.aboveHead')}</th>
            <th scope="col">{t('voltage.throttledHead')}</th>
            <th scope="col">{t('voltage.lostHead')}</th>
          </tr>
        </thead>
        <tbody className="num">
          {days.map((day) => (
            <tr key={day.day}>
              <th scope="row">{dayText(day.day)}</th>
              <td>{fixed(day.highest, 1)}</td>
              <td>{fixed(day.hoursAbove, 2)}</td>
              <td>{fixed(day.throttledHours, 2)}</td>
              <td>{fixed(day.lostKwh, 2)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
