// The plant's master data: size, address, service, prices, people.
import type { Response } from '@heliograph/contract/calls.ts';
import type { ValuationBasis } from '@heliograph/contract/entities/statistics.ts';
import { useTranslation } from 'react-i18next';
import { apiBase } from '../../../brand/portal.ts';
import { type Fact, FactList } from '../../../components/plant/FactList.tsx';
import classes from '../../../components/plant/plant.module.css';
import { inline, peakPower, price as priceText } from '../../../format/numbers.ts';
import { dayText } from '../../../format/times.ts';
import { usePermission } from '../../../session/session.ts';
import { Card } from '../../../ui/Card.tsx';
import { valuationBasisText } from '../valuationBasisText.ts';

interface Props {
  detail: Response<'site/detail'>;
  /** Basis of its revenue. */
  basis: ValuationBasis;
  isWide: boolean;
}

export function FactsCard({ detail, basis, isWide }: Props) {
  const { t } = useTranslation();
  const showsMoney = usePermission('SiteMoney');
  const day = detail.commissionDay ? dayText(detail.commissionDay) : '';
  const commissioned = detail.commission ? day : `${t('state.uncommissioned')}${day && ` · ${day}`}`;
  const address = [detail.street, `${detail.zipCode} ${detail.city}`.trim(), detail.countryName].filter(Boolean);
  const price = (amount: number) => `${priceText(amount, detail.currency)} ${detail.currency}`;
  const { electricityPrice: importPrice } = detail;
  const moneyBasis =
    basis?.by === 'measured' ? t('plant.worthMeasured') : valuationBasisText(basis, detail.currency, t);
  const boughtText =
    detail.priceKind === 'timeOfUse'
      ? t('plant.priceByHour', { price: price(importPrice ?? 0) })
      : price(importPrice ?? 0);
  const facts: Fact[] = [
    [t('plant.peakPower'), inline(peakPower(detail.powerMax > 0 ? detail.powerMax : null))],
    [t('plant.modules'), `${detail.pvBrand} ${detail.pvModel}`.trim()],
    [t('plant.place'), address.join(', ')],
    [t('plant.zone'), detail.timezone],
    [t('plant.commissioned'), commissioned],
    [t('plant.price'), showsMoney && importPrice !== null ? boughtText : ''],
    [t('plant.feedIn'), showsMoney && detail.feedInPrice !== null ? price(detail.feedInPrice) : ''],
    [t('plant.moneyBasis'), showsMoney ? moneyBasis : ''],
    [t('plant.company'), detail.companyName],
    [t('plant.installer'), detail.installerEmail],
    [t('plant.owner'), detail.userEmail],
  ];
  return (
    <Card title={t('plant.facts')}>
      {detail.logo && <img src={`${apiBase}/${detail.logo}`} alt="" className={classes.picture} />}
      <FactList facts={facts} isWide={isWide} />
      {detail.remark !== '' && (
        <div className={classes.remark}>
          <h3>{t('plant.remark')}</h3>
          <p>{detail.remark}</p>
        </div>
      )}
    </Card>
  );
}
