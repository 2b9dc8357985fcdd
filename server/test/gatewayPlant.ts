// Plant with a gateway that executes commands over MQTT as a real one does, for tests: its stored values, received commands and failures.
import type { CommandResult, ParameterValue } from '@heliograph/contract/report.ts';
import { makeCompany, makeDevice, makeSite, makeUser } from './factories.ts';
import { connectDevice, passwordOf } from './mqttDevices.ts';
import type { TestServer } from './testServer.ts';

export interface Heard {
  id: string;
  device: string;
  do: string;
  parameters: Record<string, number | null>;
  expires: number;
}

/** Memory of a gateway, which persists between connections. */
export interface Memory {
  values: Record<string, number>;
  heard: Heard[];
  /** Ids of executed commands, once per execution. */
  obeyed: string[];
  answers: Map<string, CommandResult[]>;
}
export const newMemory = (values: Record<string, number> = { reconnectTimeS: 60, overVoltageV: 264.5 }): Memory => ({
  values,
  heard: [],
  obeyed: [],
  answers: new Map(),
});

/** Returns a gateway's answers to a command; undefined: none. */
export type Obeys = (command: Heard, memory: Memory) => Partial<CommandResult>[] | undefined;

export const obeys: Obeys = ({ id, do: what, parameters }, { values, obeyed }) => {
  if (what === 'restart') values.uptimeS = 0;
  if (what === 'on' || what === 'off') values.on = what === 'on' ? 1 : 0;
  if (what === 'restart' || what === 'on' || what === 'off') obeyed.push(id);
  if (what === 'write' || what === 'limit') {
    obeyed.push(id);
    Object.assign(values, parameters);
  }
  const parameterValues: Record<string, ParameterValue> = Object.fromEntries(
    Object.keys(parameters).flatMap((name) => (name in values ? [[name, values[name]!]] : [])),
  );
  return [{ state: 'accepted' }, { state: 'done', parameters: parameterValues }];
};

/** Connects a gateway that answers commands until it is ended. */
export async function playGateway(
  { sql }: Pick<TestServer, 'sql'>,
  port: number,
  { sn, memory, how = obeys, password }: { sn: string; memory: Memory; how?: Obeys; password?: string },
): Promise<{ end(): void; ended: Promise<void> }> {
  const device = await connectDevice(port, { sn, password: password ?? (await passwordOf(sql, sn)) });
  device.client.on('message', (topic, payload) => {
    if (topic !== `hg/${sn}/down/command`) return;
    const command = JSON.parse(payload.toString()) as Heard;
    memory.heard.push(command);
    const before = memory.answers.get(command.id);
    const answers = before
      ? before.slice(-1)
      : (how(command, memory) ?? []).map(
          (answer) =>
            ({
              v: 1,
              id: command.id,
              at: Date.now(),
              state: 'done',
              reason: '',
              parameters: {},
              ...answer,
            }) as CommandResult,
        );
    if (answers.length > 0) memory.answers.set(command.id, answers);
    for (const answer of answers) device.up('result', answer).catch(() => {});
  });
  await device.client.subscribeAsync(`hg/${sn}/down/#`, { qos: 1 });
  return { end: () => void device.client.end(true), ended: device.ended };
}

/** Creates a device behind a gateway; `product` is a name. */
export async function makeChild(
  sql: TestServer['sql'],
  { sid, gateway, product = 'Microinverter', sn }: { sid: string; gateway: string; product?: string; sn?: string },
): Promise<string> {
  const made = await makeDevice(sql, { sid, product, ...(sn === undefined ? {} : { sn }) });
  await sql`update devices set gateway_sn = ${gateway} where sid = ${sid} and sn = ${made.sn}`;
  return made.sn;
}

/** Creates a plant with a gateway, an owner, and two users of its service company, signed in with a second factor. */
export async function createGatewayPlant(
  server: Pick<TestServer, 'sql' | 'signedIn'>,
  { parentId, sharedWith = [] }: { parentId?: number; sharedWith?: number[] } = {},
) {
  const { sql } = server;
  const strong = async (userId: number) => {
    const token = await server.signedIn(userId);
    await sql`update sessions set second_factor = 'code' where user_id = ${userId}`;
    return { token };
  };
  const companyId = await makeCompany(sql, parentId === undefined ? {} : { parentId });
  const [one, two, owner] = [
    await makeUser(sql, { companyId }),
    await makeUser(sql, { companyId }),
    await makeUser(sql, { role: 'owner' }),
  ];
  const sid = await makeSite(sql, { companyId, ownerId: owner.id, sharedWith });
  const { sn } = await makeDevice(sql, { sid, product: 'HG-1' });
  return {
    sid,
    sn,
    companyId,
    one,
    two,
    owner,
    first: await strong(one.id),
    second: await strong(two.id),
    owning: await strong(owner.id),
    strong,
  };
}
