// configuration/inverter/setupValue: the same values for all devices of a product that a filter finds, a command each.
import { MAX_SETUP_DEVICES } from '@heliograph/contract/commands.ts';
import { Refusal } from '@heliograph/contract/errors.ts';
import { lockEditableSite } from '../../../access/lockSite.ts';
import { seesDevices } from '../../../access/pageModules.ts';
import { chosenDevices, presentSetups, type Setup, setupColumns, setupProduct } from '../../../commands/bulkSetups.ts';
import { controlConditions, controllableDevice } from '../../../commands/controllableDevices.ts';
import { assertMayControl, readControlSwitch } from '../../../commands/controlRights.ts';
import { assertAllFit, enqueueCommand } from '../../../commands/enqueueCommand.ts';
import type { Handler } from '../../../platform/handler.ts';

export const configurationInverterSetupValue: Handler<'configuration/inverter/setupValue'> = async (
  { model, filters, devices, write, validS },
  caller,
) => {
  const { sql, session, at } = caller;
  const product = await setupProduct(sql, model);
  assertMayControl(session);
  assertAllFit(product, write);
  const { from, where } = await chosenDevices(sql, session, { model, filters });
  const found = seesDevices(session)
    ? await sql<{ sid: string; sn: string }[]>`
        select d.sid, d.sn from ${from} where ${where} order by d.sid, d.sn limit ${MAX_SETUP_DEVICES + 1}`
    : [];
  if (found.length !== devices) throw new Refusal('setupHasChanged');
  const setupId = crypto.randomUUID();
  const obeys = await controlConditions(sql);
  const leftOut: Setup['leftOut'] = [];
  let lockedSid = '';
  let isOff = false;
  // In the order of their plants, so that two setups at once lock them in the same one.
  for (const { sid, sn } of found) {
    try {
      if (sid !== lockedSid) {
        await lockEditableSite(sql, session, sid);
        lockedSid = sid;
        isOff = (await readControlSwitch(sql, sid)).offAt !== null;
      }
      if (isOff) throw new Refusal('controlIsOff');
      const device = await controllableDevice(sql, { sid, sn }, obeys);
      await enqueueCommand(sql, session, device, { sid, write, validS, setupId }, at);
    } catch (error) {
      // Of this device alone; the others are told.
      if (!(error instanceof Refusal)) throw error;
      leftOut.push({ sid, sn, reason: error.word });
    }
  }
  const told = found.length - leftOut.length;
  if (told === 0) throw new Refusal('setupWithoutDevices');
  const parameters = Object.fromEntries(write.map(({ name, value }) => [name, value]));
  const { userId, companyId } = session;
  await sql`
    insert into inverter_setups (id, asked_by, company_id, model, parameters, asked_at, devices, left_out)
    values (${setupId}, ${userId}, ${companyId}, ${model}, ${JSON.stringify(parameters)}::text::jsonb, ${at}, ${told},
      ${JSON.stringify(leftOut)}::text::jsonb)`;
  caller.noteAudit({
    object: `product ${model}`,
    after: {
      setup: setupId,
      asked: parameters,
      devices: told,
      ...(leftOut.length > 0 ? { leftOut: leftOut.length } : {}),
    },
  });
  const setups = await sql<Setup[]>`select ${setupColumns(sql)} from inverter_setups u where u.id = ${setupId}`;
  const [setup] = await presentSetups(caller, setups);
  return { setup: setup! };
};
