// Passwords of the demo gateways, new at each start: only this process knows them, and only while it runs.
import type { FleetSite } from '@heliograph/simulator/fleetSite.ts';
import { issueCredentials } from '../claiming/mqttCredentials.ts';
import type { Context } from '../context.ts';

/** Issues the passwords and returns them by serial number. */
export async function issuePasswords(
  { sql, clock }: Pick<Context, 'sql' | 'clock'>,
  { gateways }: Pick<FleetSite, 'gateways'>,
): Promise<Map<string, string>> {
  const sns = gateways.map(({ sn }) => sn);
  const issued = await sql.begin((tx) => issueCredentials(tx, sns, clock.now()));
  return new Map(issued.map(({ sn, password }) => [sn, password]));
}
