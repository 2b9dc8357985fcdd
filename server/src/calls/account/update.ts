// account/update: changes name, phone, address and units; omitted fields stay unchanged.
import { regionOf } from '../../companies/people/lockPeople.ts';
import type { Handler } from '../../platform/handler.ts';

export const accountUpdate: Handler<'account/update'> = async (request, { sql, session }) => {
  const [current] = await sql<{ countryCode: string; stateCode: string }[]>`
    select country_code, state_code from users where id = ${session.userId} for update`;
  const { countryCode, stateCode } = regionOf(request, current!);
  await sql`
    update users set
      name = coalesce(${request.contactPerson ?? null}, name),
      phone = coalesce(${request.contactNumber ?? null}, phone),
      business_name = coalesce(${request.businessName ?? null}, business_name),
      city = coalesce(${request.city ?? null}, city),
      street = coalesce(${request.street ?? null}, street),
      country_code = ${countryCode},
      state_code = ${stateCode},
      temperature_unit = coalesce(${request.temperatureUnit ?? null}, temperature_unit)
    where id = ${session.userId}`;
  return {};
};
