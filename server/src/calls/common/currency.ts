// common/currency: currencies with name and symbol in the requested language.
import type { Response } from '@heliograph/contract/calls.ts';
import type { LanguageCode } from '@heliograph/contract/envelope.ts';
import type { Handler } from '../../platform/handler.ts';
import { allCurrencies, intlLanguage } from '../../platform/places/rules/countries.ts';

type Currencies = Response<'common/currency'>['list'];

export const commonCurrency: Handler<'common/currency'> = async (_request, { language }) => {
  const list = cache.get(language) ?? currenciesIn(language);
  cache.set(language, list);
  return { list };
};

/** Cached by language: names and symbols take some milliseconds to compute and never change. */
const cache = new Map<LanguageCode, Currencies>();

function currenciesIn(language: LanguageCode): Currencies {
  const tag = intlLanguage(language);
  const names = new Intl.DisplayNames(tag, { type: 'currency' });
  return allCurrencies().map((code) => ({ code, name: names.of(code) ?? code, symbol: symbolOf(code, tag) }));
}

function symbolOf(code: string, tag: string): string {
  const format = new Intl.NumberFormat(tag, { style: 'currency', currency: code, currencyDisplay: 'narrowSymbol' });
  return format.formatToParts(0).find((part) => part.type === 'currency')?.value ?? code;
}
