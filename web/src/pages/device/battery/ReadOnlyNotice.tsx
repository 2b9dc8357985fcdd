// Explains why the settings of a battery are read-only, and whom to ask.
import type { Response } from '@heliograph/contract/calls.ts';
import { useTranslation } from 'react-i18next';
import { NeedsFactor } from '../../../components/NeedsFactor.tsx';
import { dateOf } from '../../../format/times.ts';
import { Notice } from '../../../ui/Notice.tsx';

export function ReadOnlyNotice({ view }: { view: Response<'battery/hx/params/view'> }) {
  const { t } = useTranslation();
  const { rights, restriction, timezone } = view;
  const company = rights.companyName;
  switch (rights.reason) {
    case null:
      return null;
    case 'controlOff':
      return <Notice kind="warning">{t('parameters.isOff')}</Notice>;
    case 'secondFactor':
      return <NeedsFactor text={t('parameters.needsSecond')} way={t('parameters.toAccount')} />;
    case 'restricted': {
      const when = dateOf(restriction?.iso, timezone);
      const who = restriction?.byName ? t('battery.personOf', { name: restriction.byName, company }) : company;
      return <Notice kind="info">{t('battery.why.restricted', { who, when, company })}</Notice>;
    }
    default:
      return <Notice kind="info">{t(`battery.why.${rights.reason}`, { company })}</Notice>;
  }
}
