// common/places: candidate locations of an address, from data on this server and from the operator's geocoding service.

import type { Response } from '@heliograph/contract/calls.ts';
import { accessibleSites } from '../../access/accessibleSites.ts';
import type { ManualReadContext } from '../../context.ts';
import { allOf, contains } from '../../platform/database/paging.ts';
import type { Handler } from '../../platform/handler.ts';
import { countAttempt } from '../../platform/limits/rateLimits.ts';
import { serviceFailures } from '../../platform/metrics.ts';
import { geocode } from '../../platform/places/geocoder.ts';
import { countryName, intlLanguage } from '../../platform/places/rules/countries.ts';
import { zonePlaces } from '../../platform/places/rules/zonePlaceNames.ts';

type Place = Response<'common/places'>['list'][number];
type PlaceQuery = { text: string; country: string | undefined };

/** Per source. */
const MAX_RESULTS = 6;
/** More plants are read than shown, as those in one street are one result. */
const PLANTS_READ = 60;

export const commonPlaces: Handler<'common/places'> = async (request, caller) => {
  const { context, session, language } = caller;
  await countAttempt(context, 'addresses', session.userId);
  const query = { text: request.text, country: request.country };
  const known = [...(await plantsAt(query, caller)), ...citiesNamed(query, intlLanguage(language))];
  const url = context.config.geocoderUrl;
  if (url === undefined) return { list: known, service: 'none' };
  try {
    const results = await geocode(url, { ...query, language: intlLanguage(language), most: MAX_RESULTS });
    return {
      list: [...results.map((place) => ({ ...place, source: 'service' as const })), ...known],
      service: 'asked',
    };
  } catch (error) {
    serviceFailures.inc({ service: 'geocoder' });
    context.log.warn({ error: String(error) }, 'the geocoding service did not answer');
    return { list: known, service: 'failed' };
  }
};

/** Streets and cities of plants that the session can access anyway. */
async function plantsAt(
  { text, country }: PlaceQuery,
  { read, session, language }: ManualReadContext,
): Promise<Place[]> {
  const words = text.split(/[\s,;]+/).filter(Boolean);
  const rows = await read(
    (sql) => sql<Omit<Place, 'label' | 'source'>[]>`
      select s.country_code, s.state_code, s.city, s.zip_code, s.street, s.latitude, s.longitude
      from sites s
      where ${accessibleSites(sql, session)} and s.city <> '' and ${allOf(sql, [
        country !== undefined && sql`s.country_code = ${country}`,
        ...words.map((word) => contains(sql, sql`(s.street || ' ' || s.zip_code || ' ' || s.city)`, word)),
      ])}
      order by lower(s.city), lower(s.street), s.sid limit ${PLANTS_READ}`,
  );
  const name = intlLanguage(language);
  const places = rows.map((row) => {
    // A search for a town returns the town, not the streets of plants in it.
    const inTown = `${row.zipCode} ${row.city}`.toLowerCase();
    const street = words.every((word) => inTown.includes(word.toLowerCase())) ? '' : row.street;
    const town = [row.zipCode, row.city].filter(Boolean).join(' ');
    const label = [street, town, countryName(row.countryCode, name)].filter(Boolean).join(', ');
    return { ...row, street, label, source: 'plants' as const };
  });
  return [...new Map(places.map((place) => [place.label, place])).values()].slice(0, MAX_RESULTS);
}

function citiesNamed({ text, country }: PlaceQuery, language: string): Place[] {
  const needle = text.toLowerCase();
  return zonePlaces()
    .filter(({ name, countryCode }) => name.toLowerCase().includes(needle) && (country ?? countryCode) === countryCode)
    .slice(0, MAX_RESULTS)
    .map(({ name, countryCode, latitude, longitude }) => ({
      label: `${name}, ${countryName(countryCode, language)}`,
      countryCode,
      stateCode: '',
      city: name,
      zipCode: '',
      street: '',
      latitude,
      longitude,
      source: 'cities' as const,
    }));
}
