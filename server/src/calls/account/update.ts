// account/update: changes name, phone, address, language, units and digest; omitted fields stay unchanged.
import type { ProblemDigest } from '@heliograph/contract/entities/problemDigest.ts';
import { lanOf } from '@heliograph/contract/envelope.ts';
import { ApiError } from '@heliograph/contract/errors.ts';
import { regionOf } from '../../companies/people/lockPeople.ts';
import { digestDay } from '../../notifications/problemDigests.ts';
import type { Handler } from '../../platform/handler.ts';
import { isTimezone } from '../../platform/places/rules/countries.ts';

export const accountUpdate: Handler<'account/update'> = async (request, { sql, session, at }) => {
  const [current] = await sql<{ countryCode: string; stateCode: string; digest: ProblemDigest; digestZone: string }[]>`
    select country_code, state_code, digest, digest_zone from users where id = ${session.userId} for update`;
  const { countryCode, stateCode } = regionOf(request, current!);
  const lan = request.language === undefined ? null : lanOf(request.language);
  await sql`
    update users set
      name = coalesce(${request.contactPerson ?? null}, name),
      phone = coalesce(${request.contactNumber ?? null}, phone),
      business_name = coalesce(${request.businessName ?? null}, business_name),
      city = coalesce(${request.city ?? null}, city),
      street = coalesce(${request.street ?? null}, street),
      country_code = ${countryCode},
      state_code = ${stateCode},
      lan = coalesce(${lan}, lan),
      temperature_unit = coalesce(${request.temperatureUnit ?? null}, temperature_unit)
    where id = ${session.userId}`;
  const { problemDigest: digest = current!.digest, digestTimezone: zone = current!.digestZone } = request;
  if (!isTimezone(zone)) throw new ApiError('unknownTimezone', { value: zone });
  // The next one comes at the next morning, not for the days before the choice.
  if (digest !== current!.digest || zone !== current!.digestZone)
    await sql`
      update users set digest = ${digest}, digest_zone = ${zone}, digest_on = ${digestDay(digest, zone, at)}, digest_listed = false
      where id = ${session.userId}`;
  return {};
};
