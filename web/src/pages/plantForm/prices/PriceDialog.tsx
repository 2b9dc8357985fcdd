// Dialog for one version of a plant's prices: its first day, flat or by the hour, with the fixed charge.
import { currencyDigits, PRICE_DIGITS } from '@heliograph/contract/money.ts';
import { priceWeek } from '@heliograph/contract/prices.ts';
import { ActionIcon, Button, SegmentedControl } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AmountInput } from '../../../components/AmountInput.tsx';
import { Choice } from '../../../components/Choice.tsx';
import { DayInput } from '../../../components/DayInput.tsx';
import { WRAPPER_ORDER } from '../../../components/form/textFields.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import {
  faultsOf,
  isFaulty,
  nextPeriod,
  type PeriodDraft,
  type PeriodFault,
  type PriceDraft,
  type PriceFaults,
  versionOf,
} from './priceForm.ts';
import classes from './prices.module.css';
import { WeekPreview } from './WeekPreview.tsx';
import { hourText, weekdayName, weekdayShort } from './weekText.ts';

const NO_FAULTS: PriceFaults = { period: new Map() };

interface Props {
  start: PriceDraft;
  /** The first version is valid from the beginning. */
  isFirst: boolean;
  /** First days of the other versions. */
  otherDays: readonly string[];
  currency: string;
  isNew: boolean;
  isBusy: boolean;
  /** Translated error message. */
  failure: string | null;
  onSave: (draft: PriceDraft) => void;
  onClose: () => void;
}

export default function PriceDialog(props: Props) {
  const { start, isFirst, otherDays, currency, isNew, isBusy, failure, onSave, onClose } = props;
  const { t } = useTranslation();
  const [draft, setDraft] = useState(start);
  /** Faults are shown after the first attempt to save. */
  const [wasSubmitted, setSubmitted] = useState(false);
  const change = (changed: Partial<PriceDraft>) => setDraft((current) => ({ ...current, ...changed }));
  const draftFaults = faultsOf(draft, otherDays);
  const fields = { draft, faults: wasSubmitted ? draftFaults : NO_FAULTS, currency, change };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setSubmitted(true);
    if (!isFaulty(draftFaults)) onSave(draft);
  };
  return (
    <Dialog opened onClose={onClose} title={t(isNew ? 'prices.add' : 'prices.edit')} size={720}>
      <form onSubmit={submit} noValidate className={classes.form}>
        <PriceFields {...fields} isFirst={isFirst} />
        {draft.kind === 'timeOfUse' && <Periods {...fields} />}
        <FixedCharge {...fields} />
        {failure && <Notice kind="error">{failure}</Notice>}
        <div className={classes.buttons}>
          <Button variant="default" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button type="submit" loading={isBusy}>
            {t('common.save')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

interface FieldsProps {
  draft: PriceDraft;
  faults: PriceFaults;
  currency: string;
  change: (changed: Partial<PriceDraft>) => void;
}

/** First day, and the price of every hour without a period. */
function PriceFields({ draft, faults, currency, change, isFirst }: FieldsProps & { isFirst: boolean }) {
  const { t } = useTranslation();
  const isByHour = draft.kind === 'timeOfUse';
  const amount = priceAmount(currency);
  return (
    <div className={classes.fields}>
      <div>
        <SegmentedControl
          fullWidth
          className={classes.kind}
          aria-label={t('prices.kind')}
          value={draft.kind}
          onChange={(kind) =>
            change({
              kind: kind === 'timeOfUse' ? 'timeOfUse' : 'flat',
              ...(kind === 'timeOfUse' && draft.periods.length === 0 && { periods: [nextPeriod([])] }),
            })
          }
          data={[
            { value: 'flat', label: t('prices.flat') },
            { value: 'timeOfUse', label: t('prices.timeOfUse') },
          ]}
        />
      </div>
      {isFirst ? (
        <p className="muted">{t('prices.fromTheBeginningText')}</p>
      ) : (
        <DayInput
          label={t('prices.validFrom')}
          description={t('prices.validFromText')}
          inputWrapperOrder={WRAPPER_ORDER}
          withAsterisk
          value={draft.validFrom}
          onChange={(validFrom) => change({ validFrom })}
          error={faults.validFrom && t(`prices.fault.validFrom.${faults.validFrom}`)}
          isInPanel
        />
      )}
      <AmountInput
        label={t(isByHour ? 'prices.rest' : 'prices.price')}
        description={t(isByHour ? 'prices.restText' : 'prices.priceText')}
        inputWrapperOrder={WRAPPER_ORDER}
        withAsterisk={!isByHour}
        value={draft.price}
        onChange={(price) => change({ price })}
        {...amount}
        error={
          faults.price && t(faults.price === 'noNumber' ? 'common.noNumber' : `prices.fault.price.${faults.price}`)
        }
      />
      <AmountInput
        label={t('prices.feedIn')}
        description={t('prices.feedInText')}
        inputWrapperOrder={WRAPPER_ORDER}
        value={draft.feedInPrice}
        onChange={(feedInPrice) => change({ feedInPrice })}
        {...amount}
        error={faults.feedInPrice && t('common.noNumber')}
      />
    </div>
  );
}

function Periods({ draft, faults, currency, change }: FieldsProps) {
  const { t } = useTranslation();
  const changePeriod = (key: number, changed: Partial<PeriodDraft>) =>
    change({ periods: draft.periods.map((period) => (period.key === key ? { ...period, ...changed } : period)) });
  return (
    <fieldset className={classes.periods}>
      <legend>{t('prices.periods')}</legend>
      {draft.periods.map((period, index) => (
        <Period
          key={period.key}
          period={period}
          name={t('prices.period', { number: index + 1 })}
          currency={currency}
          fault={faults.period.get(period.key)}
          onChange={(changed) => changePeriod(period.key, changed)}
          onRemove={() => change({ periods: draft.periods.filter(({ key }) => key !== period.key) })}
        />
      ))}
      {faults.periods && (
        <p className={classes.fault} role="alert">
          {t(`prices.fault.periods.${faults.periods}`)}
        </p>
      )}
      <div>
        <Button
          variant="default"
          leftSection={<IconPlus size={18} stroke={1.75} aria-hidden />}
          onClick={() => change({ periods: [...draft.periods, nextPeriod(draft.periods)] })}
        >
          {t('prices.addPeriod')}
        </Button>
      </div>
      <WeekPreview week={priceWeek(versionOf(draft))} currency={currency} />
    </fieldset>
  );
}

function FixedCharge({ draft, faults, currency, change }: FieldsProps) {
  const { t } = useTranslation();
  return (
    <div className={classes.fields}>
      <AmountInput
        label={t('prices.fixed')}
        description={t('prices.fixedText')}
        inputWrapperOrder={WRAPPER_ORDER}
        value={draft.fixedCharge}
        onChange={(fixedCharge) => change({ fixedCharge })}
        unit={currency}
        digits={PRICE_DIGITS}
        leastDigits={currencyDigits(currency)}
        error={faults.fixedCharge && t('common.noNumber')}
      />
      <Choice
        label={t('prices.fixedPer')}
        value={draft.fixedPer}
        choices={[
          { value: 'month', label: t('prices.perMonth') },
          { value: 'day', label: t('prices.perDay') },
        ]}
        onChange={(fixedPer) => change({ fixedPer: fixedPer === 'day' ? 'day' : 'month' })}
        isInPanel
      />
    </div>
  );
}

/** Props shared by all price fields. */
const priceAmount = (currency: string) => ({
  unit: `${currency}/kWh`,
  digits: PRICE_DIGITS,
  mayBeNegative: true,
  leastDigits: currencyDigits(currency),
});

const BEGINS = Array.from({ length: 24 }, (_, hour) => ({ value: String(hour), label: hourText(hour) }));
const ENDS = BEGINS.map((_, hour) => ({ value: String(hour + 1), label: hourText(hour + 1) }));

interface PeriodProps {
  period: PeriodDraft;
  name: string;
  currency: string;
  fault: PeriodFault | undefined;
  onChange: (changed: Partial<PeriodDraft>) => void;
  onRemove: () => void;
}

function Period({ period, name, currency, fault, onChange, onRemove }: PeriodProps) {
  const { t } = useTranslation();
  const amount = priceAmount(currency);
  const toggle = (weekday: number) => {
    const { weekdays } = period;
    const selected = weekdays.includes(weekday)
      ? weekdays.filter((other) => other !== weekday)
      : [...weekdays, weekday];
    onChange({ weekdays: selected.sort((left, right) => left - right) });
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would need a visible legend
    <div className={classes.period} role="group" aria-label={name} data-faulty={fault !== undefined || undefined}>
      {/* biome-ignore lint/a11y/useSemanticElements: the same */}
      <div className={classes.weekdays} role="group" aria-label={t('prices.weekdays')}>
        {[1, 2, 3, 4, 5, 6, 7].map((weekday) => (
          <button
            key={weekday}
            type="button"
            aria-pressed={period.weekdays.includes(weekday)}
            title={weekdayName(weekday)}
            onClick={() => toggle(weekday)}
          >
            {weekdayShort(weekday)}
          </button>
        ))}
      </div>
      <Choice
        label={t('prices.from')}
        value={String(period.fromHour)}
        choices={BEGINS}
        onChange={(hour) => onChange({ fromHour: Number(hour) })}
        isInPanel
      />
      <Choice
        label={t('prices.to')}
        value={String(period.toHour)}
        choices={ENDS}
        onChange={(hour) => onChange({ toHour: Number(hour) })}
        isInPanel
      />
      <AmountInput
        label={t('prices.price')}
        value={period.price}
        onChange={(price) => onChange({ price })}
        {...amount}
      />
      <AmountInput
        label={t('prices.feedIn')}
        value={period.feedInPrice}
        onChange={(feedInPrice) => onChange({ feedInPrice })}
        {...amount}
      />
      <ActionIcon
        className={classes.remove}
        size={36}
        aria-label={t('prices.removePeriod', { name })}
        title={t('prices.removePeriod', { name })}
        onClick={onRemove}
      >
        <IconTrash size={18} stroke={1.75} aria-hidden />
      </ActionIcon>
      {fault && (
        <p className={classes.fault} role="alert">
          {t(fault === 'noNumber' ? 'common.noNumber' : `prices.fault.period.${fault}`)}
        </p>
      )}
    </div>
  );
}
