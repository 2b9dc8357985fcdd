// common/state: states or regions of a country.
import { ApiError } from '@heliograph/contract/errors.ts';
import type { Handler } from '../../platform/handler.ts';
import { countryOf } from '../../platform/places/rules/countries.ts';
import { statesOf } from '../../platform/places/rules/states.ts';

export const commonState: Handler<'common/state'> = async ({ country }) => {
  if (!countryOf(country)) throw new ApiError('unknownCountry', { value: country });
  return { list: statesOf(country) };
};
