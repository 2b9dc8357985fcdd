// How an energy figure was obtained and how complete its data are, in words; every energy figure says it.
import type { Provenance } from '@heliograph/contract/entities/statistics.ts';
import type { TFunction } from 'i18next';
import { percent } from '../format/numbers.ts';

const WORDS = {
  counted: 'provenance.counted',
  integrated: 'provenance.integrated',
  imported: 'provenance.imported',
  mixed: 'provenance.mixed',
  none: 'provenance.none',
} as const satisfies Record<Provenance['source'], string>;

const SHORT = {
  counted: 'provenance.short.counted',
  integrated: 'provenance.short.integrated',
  imported: 'provenance.short.imported',
  mixed: 'provenance.short.mixed',
  none: 'provenance.none',
} as const satisfies Record<Provenance['source'], string>;

/** For tables: "counted by the device". */
export const sourceText = (source: Provenance['source'], t: TFunction): string => t(WORDS[source]);

/** 0.996 is "99%", not "100%": only what is whole is called whole. */
export const completenessText = (completeness: number): string => percent(Math.floor(completeness * 100) / 100);

/** For cards: "counted, 98% complete". */
export function provenanceText({ source, completeness }: Provenance, t: TFunction): string {
  if (source === 'none') return t('provenance.none');
  return t('provenance.text', { source: t(SHORT[source]), share: completenessText(completeness) });
}
