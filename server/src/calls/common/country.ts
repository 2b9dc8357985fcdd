// common/country: countries with what they imply, by name in the asked language.
import type { Response } from '@heliograph/contract/calls.ts';
import type { LanguageCode } from '@heliograph/contract/envelope.ts';
import type { Handler } from '../../platform/handler.ts';
import { allCountries, countryName, intlLanguage } from '../../platform/places/rules/countries.ts';

type Countries = Response<'common/country'>['list'];

export const commonCountry: Handler<'common/country'> = async (_request, { language }) => {
  const list = kept.get(language) ?? countriesIn(language);
  kept.set(language, list);
  return { list };
};

/** Names and their order cost some milliseconds a language and never change. */
const kept = new Map<LanguageCode, Countries>();

function countriesIn(language: LanguageCode): Countries {
  const tag = intlLanguage(language);
  const { compare } = new Intl.Collator(tag);
  return allCountries()
    .map((country) => ({ ...country, name: countryName(country.code, tag) }))
    .sort((one, other) => compare(one.name, other.name));
}
