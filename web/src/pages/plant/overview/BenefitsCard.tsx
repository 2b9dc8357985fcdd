// Equivalents of the plant's lifetime energy: CO2, trees, car, light and oil.
import type { Benefit } from '@heliograph/contract/entities/statistics.ts';
import { IconBarrel, IconBulb, IconCar, IconCloud, IconTrees } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPart } from '../../../api/loading.ts';
import classes from '../../../components/plant/plant.module.css';
import { type FigureText, hours, mass, quantity, wireNumber } from '../../../format/numbers.ts';
import { addTexts } from '../../../i18n/start.ts';
import { Card } from '../../../ui/Card.tsx';

const BenefitSources = lazyPart(
  async () => (await Promise.all([import('./BenefitSources.tsx'), addTexts(['benefits'])]))[0],
);

export function BenefitsCard({ benefit, isWide }: { benefit: Benefit; isWide: boolean }) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const rows: { label: string; figure: FigureText; icon: typeof IconCar }[] = [
    { label: t('plant.co2'), figure: mass(wireNumber(benefit.co2)), icon: IconCloud },
    { label: t('plant.trees'), figure: quantity(wireNumber(benefit.tree), t('plant.treesUnit')), icon: IconTrees },
    { label: t('plant.car'), figure: quantity(wireNumber(benefit.car), 'km'), icon: IconCar },
    { label: t('plant.light'), figure: hours(wireNumber(benefit.light)), icon: IconBulb },
    { label: t('plant.oil'), figure: quantity(wireNumber(benefit.oil), t('plant.oilUnit')), icon: IconBarrel },
  ];
  return (
    <Card title={t('plant.benefits')}>
      <dl className={`${classes.pairs} ${isWide ? classes.pairsWide : ''} num`}>
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
      <details className={classes.sources} onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>{t('plant.figureSources')}</summary>
        <Suspense>{isOpen && <BenefitSources />}</Suspense>
      </details>
    </Card>
  );
}
