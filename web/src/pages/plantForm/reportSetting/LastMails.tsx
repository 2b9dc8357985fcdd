// The last e-mails about a plant with their delivery state.
import type { Response } from '@heliograph/contract/calls.ts';
import { useTranslation } from 'react-i18next';
import { ChartTable } from '../../../components/chart/ChartTable.tsx';
import { dateTime } from '../../../format/times.ts';
import { Card } from '../../../ui/Card.tsx';

export function LastMails({ settings }: { settings: Response<'site/sn/report/settings'> }) {
  const { t } = useTranslation();
  const { mails, timezone } = settings;
  const title = t('reportSetting.mails');
  if (mails.length === 0)
    return (
      <Card title={title}>
        <p className="muted">{t('reportSetting.noMails')}</p>
      </Card>
    );
  return (
    <Card flush title={title} note={timezone}>
      <ChartTable
        hasCards
        caption={title}
        columns={[
          { label: t('reportSetting.when'), isText: true },
          { label: t('reportSetting.mail'), isText: true },
          { label: t('reportSetting.email'), isText: true },
          { label: t('reportSetting.became'), isText: true },
        ]}
        rows={mails.map(({ madeIso, purpose, to, state, failure }) => ({
          key: `${madeIso} ${purpose} ${to}`,
          cells: [
            dateTime(madeIso, timezone),
            t(`reportSetting.purpose.${purpose}`),
            to,
            t(`reportSetting.state.${state === 'failed' ? (failure ?? 'unclear') : state}`),
          ],
        }))}
      />
    </Card>
  );
}
