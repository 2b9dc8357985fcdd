// common/country: countries with their defaults, sorted by name in the requested language.
import type { Response } from '@heliograph/contract/calls.ts';
import type { LanguageCode } from '@heliograph/contract/envelope.ts';
import type { Handler } from '../../platform/handler.ts';
import { allCountries, countryName, intlLanguage } from '../../platform/places/rules/countries.ts';

type Countries = Response<'common/country'>['list'];

export const commonCountry: Handler<'common/country'> = async (_request, { language }) => {
  const list = cache.get(language) ?? countriesIn(language);
  cache.set(language, list);
  return { list };
};

/** Cached by language: names and their order take some milliseconds to compute and never change. */
const cache = new Map<LanguageCode, Countries>();

function countriesIn(language: LanguageCode): Countries {
  const tag = intlLanguage(language);
  const { compare } = new Intl.Collator(tag);
  return allCountries()
    .map((country) => ({ ...country, name: countryName(country.code, tag) }))
    .sort((one, other) => compare(one.name, other.name));
}
