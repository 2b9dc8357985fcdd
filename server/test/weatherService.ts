// Stands for the operator's weather service: answers what a test says, in the shape that Open-Meteo documents, and notes what it was asked.
import { createServer } from 'node:http';
import { afterAll } from 'vitest';
import { makeSite, makeUser } from './factories.ts';
import type { testServer } from './testServer.ts';

/** Of a test file: it ends with it. `hold`: nothing is answered before it. */
export async function weatherService() {
  const state = {
    asked: [] as URL[],
    answer: { status: 200, body: '' },
    hold: undefined as Promise<void> | undefined,
    url: '',
  };
  const service = createServer(async (request, response) => {
    state.asked.push(new URL(request.url!, 'http://service'));
    const { status, body } = state.answer;
    await state.hold;
    response.writeHead(status, { 'content-type': 'application/json' }).end(body);
  });
  await new Promise<void>((listening) => service.listen(0, '127.0.0.1', listening));
  afterAll(() => service.close());
  const { port } = service.address() as { port: number };
  state.url = `http://127.0.0.1:${port}/v1/forecast?apikey=paid`;
  return state;
}

let lastLatitude = 20;
/** Each test asks about a place of its own: what is known of another would be kept. */
export async function plantUnderWeather({ sql, signedIn }: Awaited<ReturnType<typeof testServer>>) {
  const user = await makeUser(sql, { role: 'installer' });
  lastLatitude += 1;
  const place = { latitude: lastLatitude + 0.123456, longitude: 9.17582 };
  const sid = await makeSite(sql, { companyId: user.companyId, timezone: 'Europe/Berlin', ...place });
  return { sid, userId: user.id, token: await signedIn(user.id), ...place };
}
