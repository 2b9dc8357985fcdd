// What the plant's lifetime energy stands for, in things one can picture.
import type { Benefit } from '@heliograph/contract/entities/statistics.ts';
import { EQUIVALENTS } from '@heliograph/contract/equivalents.ts';
import { IconBarrel, IconBulb, IconCar, IconCloud, IconTrees } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { type FigureText, full, hours, mass, quantity, wireNumber } from '../../../format/numbers.ts';
import { Card } from '../../../ui/Card.tsx';
import classes from './detail.module.css';

/** The very constants that the figures are made with. */
const SOURCES = {
  gramsAKwh: full(EQUIVALENTS.co2KgPerKwh * 1000, 0),
  gramsADay: full(EQUIVALENTS.co2KgPerCorkOakDay * 1000, 1),
  gramsAMile: full(EQUIVALENTS.co2KgPerCarKm * 1609.344, 0),
  gramsAKm: full(EQUIVALENTS.co2KgPerCarKm * 1000, 0),
  watts: full(EQUIVALENTS.lampKw * 1000, 0),
  kwhABarrel: full(EQUIVALENTS.kwhPerBarrel, 1),
};

export function BenefitsCard({ benefit }: { benefit: Benefit }) {
  const { t } = useTranslation();
  const rows: { label: string; figure: FigureText; icon: typeof IconCar }[] = [
    { label: t('plant.co2'), figure: mass(wireNumber(benefit.co2)), icon: IconCloud },
    { label: t('plant.trees'), figure: quantity(wireNumber(benefit.tree), t('plant.treesUnit')), icon: IconTrees },
    { label: t('plant.car'), figure: quantity(wireNumber(benefit.car), 'km'), icon: IconCar },
    { label: t('plant.light'), figure: { text: hours(wireNumber(benefit.light)), unit: '' }, icon: IconBulb },
    { label: t('plant.oil'), figure: quantity(wireNumber(benefit.oil), t('plant.oilUnit')), icon: IconBarrel },
  ];
  return (
    <Card title={t('plant.benefits')}>
      <dl className={`${classes.pairs} num`}>
        {rows.map(({ label, figure, icon: Icon }) => (
          <div key={label}>
            <dt>
              <Icon size={18} stroke={1.75} aria-hidden /> {label}
            </dt>
            <dd>
              <b>{figure.text}</b> <span className="muted">{figure.unit}</span>
            </dd>
          </div>
        ))}
      </dl>
      <details className={classes.sources}>
        <summary>{t('plant.figureSources')}</summary>
        {(['co2', 'trees', 'car', 'light', 'oil'] as const).map((name) => (
          <p key={name}>{t(`plant.equivalentSource.${name}`, SOURCES)}</p>
        ))}
      </details>
    </Card>
  );
}
