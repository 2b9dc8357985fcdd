// Finds the position of an address with the operator's geocoding service, which has Nominatim's search API (GEOCODER_URL). Disabled without the setting.
import { z } from 'zod';
import { operatorFetch } from '../outbound/operatorFetch.ts';
import { countryOf } from './rules/countries.ts';
import { isStateOf } from './rules/states.ts';

/** Maximum size of an answer, enough for some dozen places. */
const MAX_BYTES = 262_144;

const words = z.string().max(500).catch('').default('');
const degrees = (max: number) => z.coerce.number().min(-max).max(max);
const hit = z.object({
  lat: degrees(90),
  lon: degrees(180),
  display_name: words,
  address: z
    .object({
      house_number: words,
      road: words,
      postcode: words,
      city: words,
      town: words,
      village: words,
      municipality: words,
      country_code: words,
      'ISO3166-2-lvl4': words,
    })
    .partial()
    .default({}),
});

interface GeocodeRequest {
  text: string;
  /** Only within this country. */
  country: string | undefined;
  /** Language as BCP 47 tag. */
  language: string;
  most: number;
}

export interface GeocodedPlace {
  label: string;
  countryCode: string;
  stateCode: string;
  city: string;
  zipCode: string;
  street: string;
  latitude: number;
  longitude: number;
}

/** Returns the matching places. Throws if the service does not answer in time, refuses, or sends something else. */
export async function geocode(
  service: string,
  { text, country, language, most }: GeocodeRequest,
): Promise<GeocodedPlace[]> {
  const url = new URL(service);
  url.searchParams.set('q', text);
  url.searchParams.set('format', 'jsonv2');
  url.searchParams.set('addressdetails', '1');
  url.searchParams.set('limit', String(most));
  if (country) url.searchParams.set('countrycodes', country.toLowerCase());
  const hits = z.array(z.unknown()).parse(await operatorFetch(url, { language, mostBytes: MAX_BYTES }));
  return hits.slice(0, most).flatMap((result) => {
    const parsed = hit.safeParse(result);
    return parsed.success ? placeOf(parsed.data) : [];
  });
}

/** Converts a hit; empty for a place in a country that the portal does not know. */
function placeOf({ lat, lon, display_name, address }: z.infer<typeof hit>): GeocodedPlace | [] {
  const country = countryOf(address.country_code ?? '');
  if (!country) return [];
  const stateCode = address['ISO3166-2-lvl4'] ?? '';
  const round = (degree: number) => Math.round(degree * 1e6) / 1e6;
  return {
    label: display_name,
    countryCode: country.code,
    stateCode: isStateOf(stateCode, country.code) ? stateCode : '',
    city: address.city || address.town || address.village || address.municipality || '',
    zipCode: address.postcode ?? '',
    street: [address.road, address.house_number].filter(Boolean).join(' '),
    latitude: round(lat),
    longitude: round(lon),
  };
}
