// The plant list as cards: the same plants in the same order, for phones and for those who like them better.
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { energyOfKwh, type FigureText, peakPower, power } from '../../../format/numbers.ts';
import { links } from '../../../links.ts';
import { LastData, LivePower, PowerBar, Reporting, StatusCell } from './cells.tsx';
import { placeOf, type SiteRow } from './figures.ts';
import classes from './SiteList.module.css';

interface Props {
  rows: readonly SiteRow[];
  actions: (row: SiteRow) => ReactNode;
  isWaiting?: boolean;
}

export function SiteCards({ rows, actions, isWaiting }: Props) {
  const { t } = useTranslation();
  return (
    <ul className={classes.cards} aria-label={t('list.title')} data-waiting={isWaiting || undefined}>
      {rows.map((row) => (
        <li key={row.sid} className={classes.card}>
          <div className={classes.cardHead}>
            <div className={classes.cardTitle}>
              <Link className={classes.cardName} {...links.siteDetail(row.sid)}>
                {row.siteName}
              </Link>
              <div className={classes.under}>{[placeOf(row), row.installerName].filter(Boolean).join(' · ')}</div>
            </div>
            <div className={classes.cardSide}>{actions(row)}</div>
          </div>
          <div className={classes.cardStatus}>
            <div>
              <StatusCell row={row} />
            </div>
            <LastData row={row} />
          </div>
          <dl className={`${classes.cardFigures} num`}>
            <div>
              <dt>{t('list.now')}</dt>
              <dd>
                <CardFigure row={row} figure={power(row.now)} /> <small>/ {joined(peakPower(row.powerMax))}</small>
              </dd>
            </div>
            <div>
              <dt>{t('list.today')}</dt>
              <dd>
                <Plain figure={energyOfKwh(row.todayPower)} />
              </dd>
            </div>
            {row.snCount !== null && (
              <div>
                <dt>{t('list.reporting')}</dt>
                <dd>
                  <Reporting row={row} />
                </dd>
              </div>
            )}
            <div className={classes.cardBar}>
              <PowerBar row={row} />
            </div>
          </dl>
        </li>
      ))}
    </ul>
  );
}

const joined = ({ text, unit }: FigureText) => `${text} ${unit}`.trim();

function CardFigure({ row, figure }: { row: SiteRow; figure: FigureText }) {
  return (
    <>
      <LivePower row={row} text={figure.text} /> {figure.unit && <small>{figure.unit}</small>}
    </>
  );
}

function Plain({ figure }: { figure: FigureText }) {
  return (
    <>
      {figure.text} {figure.unit && <small>{figure.unit}</small>}
    </>
  );
}
