// common/places: where a written address may be, by what the server knows itself and by the operator's map service.

import type { Response } from '@heliograph/contract/calls.ts';
import { accessibleSites } from '../../access/accessibleSites.ts';
import type { ManualReadContext } from '../../context.ts';
import { allOf, contains } from '../../platform/database/paging.ts';
import type { Handler } from '../../platform/handler.ts';
import { countAttempt } from '../../platform/limits/rateLimits.ts';
import { geocode } from '../../platform/places/geocoder.ts';
import { countryName, intlLanguage } from '../../platform/places/rules/countries.ts';
import { zonePlaces } from '../../platform/places/rules/zonePlaceNames.ts';

type Place = Response<'common/places'>['list'][number];
type Asked = { text: string; country: string | undefined };

/** Of each source. */
const MOST = 6;
/** Plants in one street are one place: more of them are read than are shown. */
const PLANTS_READ = 60;

export const commonPlaces: Handler<'common/places'> = async (request, caller) => {
  const { context, session, language } = caller;
  await countAttempt(context, 'addresses', session.userId);
  const asked = { text: request.text, country: request.country };
  const known = [...(await plantsAt(asked, caller)), ...citiesNamed(asked, intlLanguage(language))];
  const url = context.config.geocoderUrl;
  if (url === undefined) return { list: known, service: 'none' };
  try {
    const found = await geocode(url, { ...asked, language: intlLanguage(language), most: MOST });
    return { list: [...found.map((place) => ({ ...place, source: 'service' as const })), ...known], service: 'asked' };
  } catch (error) {
    context.log.warn({ error: String(error) }, 'the map service gave no answer');
    return { list: known, service: 'failed' };
  }
};

/** Streets and cities of plants that the session may see anyway. */
async function plantsAt({ text, country }: Asked, { read, session, language }: ManualReadContext): Promise<Place[]> {
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
    // Asked for a town, one wants the town and not the street of whoever has a plant there.
    const inTown = `${row.zipCode} ${row.city}`.toLowerCase();
    const street = words.every((word) => inTown.includes(word.toLowerCase())) ? '' : row.street;
    const town = [row.zipCode, row.city].filter(Boolean).join(' ');
    const label = [street, town, countryName(row.countryCode, name)].filter(Boolean).join(', ');
    return { ...row, street, label, source: 'plants' as const };
  });
  return [...new Map(places.map((place) => [place.label, place])).values()].slice(0, MOST);
}

function citiesNamed({ text, country }: Asked, language: string): Place[] {
  const wanted = text.toLowerCase();
  return zonePlaces()
    .filter(({ name, countryCode }) => name.toLowerCase().includes(wanted) && (country ?? countryCode) === countryCode)
    .slice(0, MOST)
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
