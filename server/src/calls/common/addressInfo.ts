// common/addressInfo: time zone, currency and units that a location implies for a new plant.
import { ApiError } from '@heliograph/contract/errors.ts';
import type { Handler } from '../../platform/handler.ts';
import { countryName, countryOf, intlLanguage, zoneAt } from '../../platform/places/rules/countries.ts';

export const commonAddressInfo: Handler<'common/addressInfo'> = async (request, { language }) => {
  const country = countryOf(request.country);
  if (!country) throw new ApiError('unknownCountry', { value: request.country });
  return {
    country: country.code,
    countryName: countryName(country.code, intlLanguage(language)),
    timezone: zoneAt(country, request.latitude, request.longitude),
    timezones: country.timezones,
    currency: country.currency,
    temperatureUnit: country.temperatureUnit,
  };
};
