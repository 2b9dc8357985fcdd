// The last seven finished days of a plant as a small curve beside the energy under a clear sky, with their share of it.
import { useTranslation } from 'react-i18next';
import { sparkPath } from '../../components/SparkLine.tsx';
import { DASH, energyOfKwh, inline, percent } from '../../format/numbers.ts';
import { weekOf } from './figures.ts';
import classes from './SiteList.module.css';
import type { SiteRow } from './siteList.ts';

const WIDTH = 64;
const HEIGHT = 22;

export function Week({ row }: { row: Pick<SiteRow, 'week'> }) {
  const { t } = useTranslation();
  const { energy, share } = weekOf(row);
  const days = row.week.map((day) => day.energy);
  const expected = row.week.map((day) => day.expected);
  if (energy === null && expected.every((kWh) => kWh === null)) return DASH;
  const top = Math.max(...[...days, ...expected].map((kWh) => kWh ?? 0));
  const text =
    energy === null
      ? t('sites.weekNone')
      : t(share === null ? 'sites.weekOf' : 'sites.weekShare', {
          energy: inline(energyOfKwh(energy)),
          share: percent(share),
        });
  return (
    <div className={classes.week} title={text}>
      <svg width={WIDTH} height={HEIGHT} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={text}>
        <path className={classes.expected} d={sparkPath(expected, WIDTH, HEIGHT, top)} />
        <path className={classes.yield} d={sparkPath(days, WIDTH, HEIGHT, top)} />
      </svg>
      <span className="muted num" aria-hidden>
        {share === null ? '' : percent(share)}
      </span>
    </div>
  );
}
