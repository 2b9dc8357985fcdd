// Sets the rule by which the portal limits what a plant feeds in.
import '@mantine/core/styles/Switch.layer.css';
import '../../../ui/panelStyles.ts';
import type { Response } from '@heliograph/contract/calls.ts';
import { LIMIT_RULE_KINDS, type LimitRuleKind } from '@heliograph/contract/limitRules.ts';
import { currencyDigits, PRICE_DIGITS } from '@heliograph/contract/money.ts';
import { SegmentedControl, Stack, Switch } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../../../api/failures.ts';
import { useChange } from '../../../api/useCall.ts';
import { type Amount, AmountInput } from '../../../components/AmountInput.tsx';
import { Choice } from '../../../components/Choice.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { DialogButtons } from '../../../ui/DialogButtons.tsx';
import { Notice } from '../../../ui/Notice.tsx';

interface Props {
  sid: string;
  data: Response<'site/limitRule'>;
  onClose: () => void;
}

/** What laws of several countries begin with. */
const USUAL_PERCENT = 60;
const isShare = (value: Amount): value is number =>
  value !== '' && Number.isInteger(value) && value >= 0 && value <= 100;

export default function LimitRuleDialog({ sid, data, onClose }: Props) {
  const { t } = useTranslation();
  const { rule, hasMeter, hasPrices, currency } = data;
  // As it was opened, as its fields are: what somebody else sets meanwhile is not overwritten unseen.
  const [revision] = useState(data.revision);
  const [kind, setKind] = useState<LimitRuleKind>(rule?.kind === 'price' ? 'price' : 'feedIn');
  const [most, setMost] = useState<Amount>(rule?.most ?? USUAL_PERCENT);
  const [mostUnit, setUnit] = useState<'W' | '%'>(rule?.mostUnit ?? '%');
  const [byMeter, setByMeter] = useState(rule?.byMeter ?? false);
  const [priceOf, setPriceOf] = useState<'bought' | 'sold'>(rule?.priceOf ?? 'sold');
  const [below, setBelow] = useState<Amount>(rule?.below ?? 0);
  const [limitPercent, setLimit] = useState<Amount>(rule?.limitPercent ?? 0);
  const [safePercent, setSafe] = useState<Amount>(rule?.safePercent ?? USUAL_PERCENT);
  const [wasTried, setTried] = useState(false);
  const change = useChange('site/limitRule/setUp', ['site/limitRule', 'gateway/parameters', 'gateway/commands/list']);
  const isMost = most !== '' && most >= 0 && (mostUnit === 'W' || most <= 100);
  const isSound =
    kind === 'none' || (isShare(safePercent) && (kind === 'feedIn' ? isMost : below !== '' && isShare(limitPercent)));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (!isSound) return;
    const ofKind =
      kind === 'feedIn'
        ? { most, mostUnit, byMeter: byMeter && hasMeter }
        : kind === 'price'
          ? { priceOf, below, limitPercent }
          : {};
    const safe = isShare(safePercent) ? { safePercent } : {};
    change.mutate({ sid, revision, kind, ...ofKind, ...safe }, { onSuccess: onClose });
  };
  return (
    <Dialog opened onClose={onClose} title={t('limitRule.dialogTitle')} size={560}>
      <form noValidate onSubmit={submit}>
        <Stack gap="md">
          <SegmentedControl
            fullWidth
            aria-label={t('limitRule.kind')}
            value={kind}
            onChange={(value) => setKind(value as LimitRuleKind)}
            data={LIMIT_RULE_KINDS.map((value) => ({ value, label: t(`limitRule.kinds.${value}`) }))}
          />
          <p>{t(`limitRule.kindText.${kind}`)}</p>
          {kind === 'feedIn' && (
            <>
              <AmountInput
                label={t('limitRule.most')}
                unit={mostUnit}
                digits={mostUnit === '%' ? 1 : 0}
                value={most}
                error={wasTried && !isMost && t(mostUnit === '%' ? 'limitRule.range' : 'limitRule.missing')}
                onChange={setMost}
              />
              <Choice
                label={t('limitRule.unit')}
                value={mostUnit}
                choices={[
                  { value: '%', label: t('limitRule.percentUnit') },
                  { value: 'W', label: 'W' },
                ]}
                onChange={(value) => setUnit(value === 'W' ? 'W' : '%')}
              />
              <Switch
                label={t('limitRule.byMeter')}
                description={t(hasMeter ? 'limitRule.byMeterText' : 'limitRule.noMeter')}
                checked={byMeter && hasMeter}
                disabled={!hasMeter}
                onChange={(event) => setByMeter(event.currentTarget.checked)}
              />
            </>
          )}
          {kind === 'price' && (
            <>
              {!hasPrices && <Notice kind="warning">{t('limitRule.noPrices')}</Notice>}
              <Choice
                label={t('limitRule.priceOf')}
                value={priceOf}
                choices={(['sold', 'bought'] as const).map((value) => ({
                  value,
                  label: t(`limitRule.prices.${value}`),
                }))}
                onChange={(value) => setPriceOf(value === 'bought' ? 'bought' : 'sold')}
              />
              <AmountInput
                label={t('limitRule.below')}
                unit={`${currency}/kWh`}
                digits={PRICE_DIGITS}
                leastDigits={currencyDigits(currency)}
                mayBeNegative
                value={below}
                error={wasTried && below === '' && t('limitRule.missingPrice')}
                onChange={setBelow}
              />
              <AmountInput
                label={t('limitRule.limit')}
                description={t('limitRule.ofRatedUnit')}
                unit="%"
                digits={0}
                value={limitPercent}
                error={wasTried && !isShare(limitPercent) && t('limitRule.range')}
                onChange={setLimit}
              />
            </>
          )}
          {kind !== 'none' && (
            <AmountInput
              label={t('limitRule.safeLabel')}
              description={t('limitRule.safeText')}
              unit="%"
              digits={0}
              value={safePercent}
              error={wasTried && !isShare(safePercent) && t('limitRule.range')}
              onChange={setSafe}
            />
          )}
          {change.error && <Notice kind="error">{messageOf(change.error, t)}</Notice>}
          <DialogButtons onCancel={onClose} loading={change.isPending}>
            {t('limitRule.save')}
          </DialogButtons>
        </Stack>
      </form>
    </Dialog>
  );
}
