// How the equivalents of a plant's energy are calculated, with the sources of their factors.
import { EQUIVALENTS } from '@heliograph/contract/equivalents.ts';
import { useTranslation } from 'react-i18next';
import { full } from '../../../format/numbers.ts';

/** The constants that the figures are calculated with. */
const FACTORS = {
  gramsAKwh: full(EQUIVALENTS.co2KgPerKwh * 1000, 0),
  gramsADay: full(EQUIVALENTS.co2KgPerCorkOakDay * 1000, 1),
  gramsAMile: full(EQUIVALENTS.co2KgPerCarKm * 1609.344, 0),
  gramsAKm: full(EQUIVALENTS.co2KgPerCarKm * 1000, 0),
  watts: full(EQUIVALENTS.lampKw * 1000, 0),
  kwhABarrel: full(EQUIVALENTS.kwhPerBarrel, 1),
};

export default function BenefitSources() {
  const { t } = useTranslation();
  return (['co2', 'trees', 'car', 'light', 'oil'] as const).map((name) => (
    <p key={name}>{t(`plant.equivalentSource.${name}`, FACTORS)}</p>
  ));
}
