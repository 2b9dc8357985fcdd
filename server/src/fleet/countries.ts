// Countries of plants or accounts, the highest counts first.
import type { Response } from '@heliograph/contract/calls.ts';
import { type LanguageCode, localeOf } from '@heliograph/contract/envelope.ts';
import { countryTexts } from '../live/rowTexts.ts';
import { type CountName, type Counts, partsOfKey } from './contributions.ts';

type Countries = Response<'dashboard/device/summary'>['countries'];

export function countriesOf(counts: Counts, which: CountName, language: LanguageCode): Countries {
  const { compare } = new Intl.Collator(localeOf(language));
  return [...counts]
    .flatMap(([text, count]) => {
      const { what, key: code } = partsOfKey(text);
      if (what !== which) return [];
      return [{ code, name: code === '' ? '' : countryTexts(code, language).countryName, count }];
    })
    .sort((one, other) => other.count - one.count || compare(one.name, other.name));
}
