// Card of a device: on phones, and for users who prefer cards.
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { Age } from '../../../components/Age.tsx';
import list from '../../../components/list/List.module.css';
import { inline, percent, power } from '../../../format/numbers.ts';
import { links } from '../../../links.ts';
import { kindLabel, nowOf, nowText } from './columns.tsx';
import { DeviceState } from './DeviceState.tsx';
import type { DeviceRow } from './deviceList.ts';

export function DeviceCard({ row }: { row: DeviceRow }) {
  const { t } = useTranslation();
  const facts: [string, string][] = [
    [t('list.now'), [inline(power(nowOf(row))), nowText(row, t)].filter(Boolean).join(' ')],
    ...(row.batterySoc === null
      ? []
      : ([[t('allDevices.soc'), percent(row.batterySoc / 100, 1)]] as [string, string][])),
    [t('list.plant'), row.siteName],
  ];
  return (
    <>
      <div className={list.cardHead}>
        <div className={list.cardTitle}>
          <Link className={`${list.cardName} num`} title={row.siteName} {...links.device(row)}>
            {row.alias || row.sn}
          </Link>
          <div className="under">
            {[row.alias && row.sn, row.modelName, kindLabel(row, t)].filter(Boolean).join(' · ')}
          </div>
        </div>
      </div>
      <div className={list.cardStatus}>
        <div>
          <DeviceState row={row} />
        </div>
        <span className={row.isLive ? undefined : 'muted'}>
          <Age at={row.lastUpdateIso} />
        </span>
      </div>
      <dl className={`${list.cardFacts} num`}>
        {facts.map(([title, text]) => (
          <div key={title}>
            <dt>{title}</dt>
            <dd className={list.cardText}>{text}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}
