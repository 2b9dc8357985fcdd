// Texts on the source of an energy figure and the completeness of its data.
import type { Provenance } from '@heliograph/contract/entities/statistics.ts';
import type { TFunction } from 'i18next';
import { DASH, percent } from '../format/numbers.ts';

const SOURCE_TEXTS = {
  counted: 'provenance.counted',
  integrated: 'provenance.integrated',
  imported: 'provenance.imported',
  mixed: 'provenance.mixed',
  none: 'provenance.none',
} as const satisfies Record<Provenance['source'], string>;

/** Returns the source as text: "counted by the device". */
export const sourceText = (source: Provenance['source'], t: TFunction): string => t(SOURCE_TEXTS[source]);

/** Formats completeness: 0.996 is "99%", because only complete data are "100%", and 0.004 is "<1%", because there are some data. */
export const completenessText = (completeness: number): string =>
  completeness > 0 && completeness < 0.01 ? `<${percent(0.01)}` : percent(Math.floor(completeness * 100) / 100);

/** Returns the text for a table column: '' when nothing is missing; a dash without data. */
export function completenessCell(provenance: Provenance | null): string {
  if (!provenance || provenance.source === 'none') return DASH;
  return provenance.completeness >= 1 ? '' : completenessText(provenance.completeness);
}

/** Returns the source of a figure, with its completeness when data are missing: "counted by the device, data 98% complete". */
export function provenanceText({ source, completeness }: Provenance, t: TFunction): string {
  if (source === 'none' || completeness >= 1) return sourceText(source, t);
  return t('provenance.text', { source: sourceText(source, t), share: completenessText(completeness) });
}

/** Returns the note on missing data: "data 98% complete"; "" when nothing is missing, or there are no data. */
export function lackText({ source, completeness }: Provenance, t: TFunction): string {
  return source === 'none' || completeness >= 1 ? '' : t('provenance.lack', { share: completenessText(completeness) });
}
