// Sets the rule by which the portal limits the feed-in of a plant.
import '@mantine/core/styles/Switch.layer.css';
import '../../../ui/panelStyles.ts';
import type { Response } from '@heliograph/contract/calls.ts';
import { LIMIT_RULE_KINDS } from '@heliograph/contract/limitRules.ts';
import { currencyDigits, PRICE_DIGITS } from '@heliograph/contract/money.ts';
import { SegmentedControl, Stack, Switch } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../../../api/failures.ts';
import { useChange } from '../../../api/useCall.ts';
import { AmountInput } from '../../../components/AmountInput.tsx';
import { Choice } from '../../../components/Choice.tsx';
import { isAmount } from '../../../format/parseAmount.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { DialogButtons } from '../../../ui/DialogButtons.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { draftOf, isFeedInLimit, isPercentage, isSound, type RuleDraft, ruleOf } from './ruleDraft.ts';

interface Props {
  sid: string;
  data: Response<'site/limitRule'>;
  onClose: () => void;
}

export default function LimitRuleDialog({ sid, data, onClose }: Props) {
  const { t } = useTranslation();
  const { hasMeter, hasPrices, currency } = data;
  // Revision as of opening the dialog, like its fields, so that a change of another user is not overwritten.
  const [revision] = useState(data.revision);
  const [draft, setDraft] = useState(() => draftOf(data.rule));
  const [wasTried, setTried] = useState(false);
  const save = useChange('site/limitRule/setUp', ['site/limitRule', 'gateway/parameters', 'gateway/commands/list']);
  const change = (part: Partial<RuleDraft>) => setDraft((previous) => ({ ...previous, ...part }));
  const { kind } = draft;
  const fields = { draft, change, wasTried };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (isSound(draft)) save.mutate({ sid, revision, ...ruleOf(draft, hasMeter) }, { onSuccess: onClose });
  };
  return (
    <Dialog opened onClose={onClose} title={t('limitRule.dialogTitle')} size={560}>
      <form noValidate onSubmit={submit}>
        <Stack gap="md">
          <SegmentedControl
            fullWidth
            aria-label={t('limitRule.kind')}
            value={kind}
            onChange={(value) => change({ kind: LIMIT_RULE_KINDS.find((one) => one === value) ?? kind })}
            data={LIMIT_RULE_KINDS.map((value) => ({ value, label: t(`limitRule.kinds.${value}`) }))}
          />
          <p>{t(`limitRule.kindText.${kind}`)}</p>
          {kind === 'feedIn' && <FeedInFields {...fields} hasMeter={hasMeter} />}
          {kind === 'price' && <PriceFields {...fields} hasPrices={hasPrices} currency={currency} />}
          {kind !== 'none' && (
            <AmountInput
              label={t('limitRule.safeLabel')}
              description={t('limitRule.safeText')}
              unit="%"
              digits={0}
              value={draft.safePercent}
              error={wasTried && !isPercentage(draft.safePercent) && t('limitRule.range')}
              onChange={(safePercent) => change({ safePercent })}
            />
          )}
          {save.error && <Notice kind="error">{messageOf(save.error, t)}</Notice>}
          <DialogButtons onCancel={onClose} loading={save.isPending}>
            {t('limitRule.save')}
          </DialogButtons>
        </Stack>
      </form>
    </Dialog>
  );
}

interface FieldsProps {
  draft: RuleDraft;
  change: (part: Partial<RuleDraft>) => void;
  /** True once the user has tried to save; faults are shown from then on. */
  wasTried: boolean;
}

function FeedInFields({ draft, change, wasTried, hasMeter }: FieldsProps & { hasMeter: boolean }) {
  const { t } = useTranslation();
  const { most, mostUnit, byMeter } = draft;
  return (
    <>
      <AmountInput
        label={t('limitRule.most')}
        unit={mostUnit}
        digits={mostUnit === '%' ? 1 : 0}
        value={most}
        error={wasTried && !isFeedInLimit(draft) && t(mostUnit === '%' ? 'limitRule.range' : 'limitRule.missing')}
        onChange={(most) => change({ most })}
      />
      <Choice
        label={t('limitRule.unit')}
        value={mostUnit}
        choices={[
          { value: '%', label: t('limitRule.percentUnit') },
          { value: 'W', label: 'W' },
        ]}
        onChange={(value) => change({ mostUnit: value === 'W' ? 'W' : '%' })}
      />
      <Switch
        label={t('limitRule.byMeter')}
        description={t(hasMeter ? 'limitRule.byMeterText' : 'limitRule.noMeter')}
        checked={byMeter && hasMeter}
        disabled={!hasMeter}
        onChange={(event) => change({ byMeter: event.currentTarget.checked })}
      />
    </>
  );
}

interface PriceFieldsProps extends FieldsProps {
  hasPrices: boolean;
  currency: string;
}

function PriceFields({ draft, change, wasTried, hasPrices, currency }: PriceFieldsProps) {
  const { t } = useTranslation();
  const { priceOf, below, limitPercent } = draft;
  return (
    <>
      {!hasPrices && <Notice kind="warning">{t('limitRule.noPrices')}</Notice>}
      <Choice
        label={t('limitRule.priceOf')}
        value={priceOf}
        choices={(['sold', 'bought'] as const).map((value) => ({
          value,
          label: t(`limitRule.prices.${value}`),
        }))}
        onChange={(value) => change({ priceOf: value === 'bought' ? 'bought' : 'sold' })}
      />
      <AmountInput
        label={t('limitRule.below')}
        unit={`${currency}/kWh`}
        digits={PRICE_DIGITS}
        leastDigits={currencyDigits(currency)}
        mayBeNegative
        value={below}
        error={wasTried && !isAmount(below) && t('limitRule.missingPrice')}
        onChange={(below) => change({ below })}
      />
      <AmountInput
        label={t('limitRule.limit')}
        description={t('limitRule.ofRatedUnit')}
        unit="%"
        digits={0}
        value={limitPercent}
        error={wasTried && !isPercentage(limitPercent) && t('limitRule.range')}
        onChange={(limitPercent) => change({ limitPercent })}
      />
    </>
  );
}
