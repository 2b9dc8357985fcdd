// Why the energy of a plant is worth what is told, until meters say what went to the grid; the server's files say the same (reportWords.ts).
import type { ValuationBasis } from '@heliograph/contract/entities/statistics.ts';
import type { TFunction } from 'i18next';
import { percent, price as priceText } from '../../format/numbers.ts';

/** "": meters tell it, or there is no amount. Of one device or module no meter tells it, whatever the plant has. */
export function valuationBasisText(
  of: ValuationBasis | undefined,
  currency: string,
  t: TFunction,
  isOfDevice = false,
): string {
  if (!of || of.by === 'measured') return '';
  const { kind, price, feedInPrice, ownUseShare, hasChanged } = of;
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
