// How the things are worked out that a plant's energy stands for, and whose figures these are.
import { EQUIVALENTS } from '@heliograph/contract/equivalents.ts';
import { useTranslation } from 'react-i18next';
import { full } from '../../../format/numbers.ts';

/** The very constants that the figures are made with. */
const SOURCES = {
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
    <p key={name}>{t(`plant.equivalentSource.${name}`, SOURCES)}</p>
  ));
}
