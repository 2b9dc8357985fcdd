// A plant as a card, for phones and for users who prefer cards.
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Assigned } from '../../components/Assigned.tsx';
import list from '../../components/list/List.module.css';
import { comparedPeak, energyOfKwh, type FigureText, fixed, inline, power, powerLike } from '../../format/numbers.ts';
import { links } from '../../links.ts';
import { LastData, LivePower, PowerBar, Reporting, StatusCell } from './cells.tsx';
import { cityOf } from './figures.ts';
import { OwnerPhone } from './Owner.tsx';
import classes from './SiteList.module.css';
import type { SiteRow } from './siteList.ts';
import { useIsInstaller } from './useIsInstaller.ts';

/** Returns current and peak power in the same unit, so that they can be compared. */
function powersOf({ now, powerMax }: SiteRow): { figure: FigureText; peak: FigureText | null } {
  if (!(powerMax > 0)) return { figure: power(now), peak: null };
  return { figure: powerLike(now, powerMax), peak: comparedPeak(powerMax) };
}

export function SiteCard({ row, actions }: { row: SiteRow; actions: ReactNode }) {
  const { t } = useTranslation();
  const isInstaller = useIsInstaller();
  const { figure, peak } = powersOf(row);
  return (
    <>
      <div className={list.cardHead}>
        <div className={list.cardTitle}>
          <Link className={list.cardName} {...links.siteDetail(row.sid)}>
            {row.siteName}
          </Link>
          <div className="under">
            {[cityOf(row), isInstaller ? row.ownerName || row.userEmail : row.installerName]
              .filter(Boolean)
              .join(' · ')}
          </div>
        </div>
        <div className={list.cardSide}>
          {isInstaller && <OwnerPhone row={row} asIcon />}
          {actions}
        </div>
      </div>
      <div className={list.cardStatus}>
        <div>
          <StatusCell row={row} />
        </div>
        <LastData row={row} />
      </div>
      {isInstaller && row.job && <Assigned assigned={row.job} timezone={row.timezone} more={row.jobs - 1} />}
      <dl className={`${classes.cardFigures} num`} data-battery={row.soc !== null || undefined}>
        <div>
          <dt>
            {t('list.now')}
            {/* In the unit of the figure below. */}
            {peak && <span className={classes.cardPeak}> / {inline(peak)}</span>}
          </dt>
          <dd>
            <LivePower row={row} text={figure.text} /> <small>{figure.unit}</small>
          </dd>
        </div>
        <div>
          <dt>{t('list.today')}</dt>
          <dd>
            <Plain figure={energyOfKwh(row.todayPower)} />
          </dd>
        </div>
        {row.soc !== null && (
          <div>
            <dt>{t('sites.charge')}</dt>
            <dd>
              {fixed(row.soc, 0)} <small>%</small>
            </dd>
          </div>
        )}
        {row.snCount !== null && (
          <div>
            <dt>{t('sites.reporting')}</dt>
            <dd>
              <Reporting row={row} />
            </dd>
          </div>
        )}
        <div className={classes.cardBar}>
          <PowerBar row={row} />
        </div>
      </dl>
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
