// Card of a panel: on phones, and for users who prefer cards.
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { Age } from '../../../components/Age.tsx';
import list from '../../../components/list/List.module.css';
import { SiteStatusBadge } from '../../../components/SiteStatusBadge.tsx';
import { inline, power } from '../../../format/numbers.ts';
import { linkOf, nameOf } from './columns.tsx';
import type { PanelRow } from './panelList.ts';

export function PanelCard({ row }: { row: PanelRow }) {
  const { t } = useTranslation();
  return (
    <>
      <div className={list.cardHead}>
        <div className={list.cardTitle}>
          <Link className={list.cardName} {...linkOf(row)}>
            {nameOf(row)}
          </Link>
          <div className="under">
            {t('allDevices.panels.input', { input: row.input })} {row.alias || row.sn}
          </div>
        </div>
      </div>
      <div className={list.cardStatus}>
        <SiteStatusBadge status={row.status} isAsleep={row.isAsleep} />
        <span className={row.now === null ? 'muted' : undefined}>
          <Age at={row.lastUpdateIso} />
        </span>
      </div>
      <dl className={`${list.cardFacts} num`}>
        {(
          [
            [
              t('list.now'),
              [inline(power(row.now)), row.isEstimated && t('allDevices.panels.estimated')].filter(Boolean).join(' '),
            ],
            [t('list.plant'), row.siteName],
          ] as const
        ).map(([title, text]) => (
          <div key={title}>
            <dt>{title}</dt>
            <dd className={list.cardText}>{text}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}
