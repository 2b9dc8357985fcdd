// configuration/inverter/setupValue: sets the same values in all devices of a product that match a filter, one command per device.
import { MAX_SETUP_DEVICES } from '@heliograph/contract/commands.ts';
import { ApiError } from '@heliograph/contract/errors.ts';
import { lockEditableSite } from '../../../access/lockSite.ts';
import { seesDevices } from '../../../access/pageModules.ts';
import { chosenDevices, presentSetups, type Setup, setupColumns, setupProduct } from '../../../commands/bulkSetups.ts';
import { controlConditions, controllableDevice } from '../../../commands/controllableDevices.ts';
import { assertMayControl, readControlSwitch } from '../../../commands/controlRights.ts';
import { assertAllFit, enqueueCommand } from '../../../commands/enqueueCommand.ts';
import { keyOf, readSleepingDevices } from '../../../commands/sleepingDevices.ts';
import type { Handler } from '../../../platform/handler.ts';

export const configurationInverterSetupValue: Handler<'configuration/inverter/setupValue'> = async (
  { model, filters, devices, write, validS, atSunrise },
  caller,
) => {
  const { sql, session, at } = caller;
  const product = await setupProduct(sql, model);
  assertMayControl(session);
  assertAllFit(product, write);
  const { from, where } = await chosenDevices(sql, session, { model, filters });
  const matches = seesDevices(session)
    ? await sql<{ sid: string; sn: string }[]>`
        select d.sid, d.sn from ${from} where ${where} order by d.sid, d.sn limit ${MAX_SETUP_DEVICES + 1}`
    : [];
  if (matches.length !== devices) throw new ApiError('setupHasChanged');
  const setupId = crypto.randomUUID();
  const conditions = await controlConditions(sql);
  const leftOut: Setup['leftOut'] = [];
  const asleep = atSunrise ? await readSleepingDevices(sql, matches, at) : undefined;
  let lockedSid = '';
  let isOff = false;
  // In the order of their plants, so that two concurrent setups lock them in the same order.
  for (const { sid, sn } of matches) {
    try {
      if (sid !== lockedSid) {
        await lockEditableSite(sql, session, sid);
        lockedSid = sid;
        isOff = (await readControlSwitch(sql, sid)).offAt !== null;
      }
      if (isOff) throw new ApiError('controlIsOff');
      const device = await controllableDevice(sql, { sid, sn }, conditions);
      const startsAt = asleep?.get(keyOf({ sid, sn }));
      await enqueueCommand(sql, session, device, { sid, write, validS, setupId, startsAt }, at);
    } catch (error) {
      // Applies to this device only; the others still receive their command.
      if (!(error instanceof ApiError)) throw error;
      leftOut.push({ sid, sn, reason: error.word });
    }
  }
  const commanded = matches.length - leftOut.length;
  if (commanded === 0) throw new ApiError('setupWithoutDevices');
  const parameters = Object.fromEntries(write.map(({ name, value }) => [name, value]));
  const { userId, companyId } = session;
  await sql`
    insert into inverter_setups (id, asked_by, company_id, model, parameters, asked_at, devices, left_out)
    values (${setupId}, ${userId}, ${companyId}, ${model}, ${JSON.stringify(parameters)}::text::jsonb, ${at}, ${commanded},
      ${JSON.stringify(leftOut)}::text::jsonb)`;
  caller.noteAudit({
    object: `product ${model}`,
    after: {
      setup: setupId,
      asked: parameters,
      devices: commanded,
      ...(leftOut.length > 0 ? { leftOut: leftOut.length } : {}),
    },
  });
  const setups = await sql<Setup[]>`select ${setupColumns(sql)} from inverter_setups u where u.id = ${setupId}`;
  const [setup] = await presentSetups(caller, setups);
  return { setup: setup! };
};
