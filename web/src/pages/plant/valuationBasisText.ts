// Explains the basis of a plant's revenue where no meter measures its export; the server's files use the same wording (reportTexts.ts).
import type { ValuationBasis } from '@heliograph/contract/entities/statistics.ts';
import type { TFunction } from 'i18next';
import { percent, price as priceText } from '../../format/numbers.ts';

/** Returns "" if meters measure the export, or without a revenue. No meter measures the export of a single device or module. */
export function valuationBasisText(
  valuation: ValuationBasis | undefined,
  currency: string,
  t: TFunction,
  isOfDevice = false,
): string {
  if (!valuation || valuation.by === 'measured') return '';
  const { kind, price, feedInPrice, ownUseShare, hasChanged } = valuation;
  const perKwh = (amount: number) => `${priceText(amount, currency)} ${currency}/kWh`;
  const share = ownUseShare === null ? '' : percent(ownUseShare);
  const basis =
    kind === 'flat'
      ? ownUseShare === null
        ? t(isOfDevice ? 'plant.worthOfDeviceAt' : 'plant.worthAt', { price: perKwh(price) })
        : t('plant.worthShared', { share, bought: perKwh(price), sold: perKwh(feedInPrice ?? price) })
      : ownUseShare === null
        ? t(isOfDevice ? 'plant.worthOfDeviceByHour' : 'plant.worthByHour')
        : t('plant.worthSharedByHour', { share });
  return hasChanged ? t('plant.worthEarlier', { basis }) : basis;
}
