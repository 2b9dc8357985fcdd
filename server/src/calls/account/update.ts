// account/update: changes name, telephone and address; what is left out stays.
import { Refusal } from '@heliograph/contract/errors.ts';
import type { Handler } from '../../handler.ts';
import { countryOf } from '../../rules/places.ts';
import { isStateOf } from '../../rules/states.ts';

export const accountUpdate: Handler<'account/update'> = async (request, { sql, session }) => {
  const [now] = await sql<{ countryCode: string; stateCode: string }[]>`
    select country_code, state_code from users where id = ${session.userId} for update`;
  const countryCode = knownCountry(request.countryCode) ?? now!.countryCode;
  // Another country has other states: the old one goes.
  const stateCode = request.StateCode ?? (countryCode === now!.countryCode ? now!.stateCode : '');
  if (request.StateCode && !isStateOf(request.StateCode, countryCode))
    throw new Refusal('badRequest', { field: 'StateCode', reason: request.StateCode });
  await sql`
    update users set
      name = coalesce(${request.contactPerson ?? null}, name),
      phone = coalesce(${request.contactNumber ?? null}, phone),
      business_name = coalesce(${request.businessName ?? null}, business_name),
      city = coalesce(${request.city ?? null}, city),
      street = coalesce(${request.street ?? null}, street),
      country_code = ${countryCode},
      state_code = ${stateCode}
    where id = ${session.userId}`;
  return {};
};

function knownCountry(code: string | undefined): string | undefined {
  if (code === undefined || code === '') return code;
  const country = countryOf(code);
  if (!country) throw new Refusal('unknownCountry', { value: code });
  return country.code;
}
