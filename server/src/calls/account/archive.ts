// account/archive: state and progress of the account's data archive.
import type { Response } from '@heliograph/contract/calls.ts';
import type { Handler } from '../../platform/handler.ts';

type Archive = NonNullable<Response<'account/archive'>['archive']>;

export const accountArchive: Handler<'account/archive'> = async (_, { sql, session, at }) => {
  const [row] = await sql<(Omit<Archive, 'untilIso'> & { endsAt: Date | null })[]>`
    select state, plants, done_plants, bytes, failure, ends_at from account_archives
    where user_id = ${session.userId} and (ends_at is null or ends_at > ${at})`;
  if (!row) return { archive: null };
  const { endsAt, ...archive } = row;
  return { archive: { ...archive, untilIso: endsAt?.toISOString() ?? null } };
};
