// common/state: states or regions of a country.
import { Refusal } from '@heliograph/contract/errors.ts';
import type { Handler } from '../../handler.ts';
import { countryOf } from '../../rules/places.ts';
import { statesOf } from '../../rules/states.ts';

export const commonState: Handler<'common/state'> = async ({ country }) => {
  if (!countryOf(country)) throw new Refusal('unknownCountry', { value: country });
  return { list: statesOf(country) };
};
