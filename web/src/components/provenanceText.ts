// How an energy figure was obtained and how complete its data are, in words.
import type { Provenance } from '@heliograph/contract/entities/statistics.ts';
import type { TFunction } from 'i18next';
import { DASH, percent } from '../format/numbers.ts';

const WORDS = {
  counted: 'provenance.counted',
  integrated: 'provenance.integrated',
  imported: 'provenance.imported',
  mixed: 'provenance.mixed',
  none: 'provenance.none',
} as const satisfies Record<Provenance['source'], string>;

/** "counted by the device". */
export const sourceText = (source: Provenance['source'], t: TFunction): string => t(WORDS[source]);

/** 0.996 is "99%", not "100%": only what is whole is called whole; and 0.004 is "<1%", as there is something. */
export const completenessText = (completeness: number): string =>
  completeness > 0 && completeness < 0.01 ? `<${percent(0.01)}` : percent(Math.floor(completeness * 100) / 100);

/** In a column of a table: told only where something is missing; a dash where nothing is there. */
export function completenessCell(provenance: Provenance | null): string {
  if (!provenance || provenance.source === 'none') return DASH;
  return provenance.completeness >= 1 ? '' : completenessText(provenance.completeness);
}

/** Where a figure comes from: "counted by the device", and what is missing: "counted by the device, data 98% complete". */
export function provenanceText({ source, completeness }: Provenance, t: TFunction): string {
  if (source === 'none' || completeness >= 1) return sourceText(source, t);
  return t('provenance.text', { source: sourceText(source, t), share: completenessText(completeness) });
}

/** What has to be told beside a figure: "data 98% complete"; "" where nothing is missing, or nothing is there. */
export function lackText({ source, completeness }: Provenance, t: TFunction): string {
  return source === 'none' || completeness >= 1 ? '' : t('provenance.lack', { share: completenessText(completeness) });
}
