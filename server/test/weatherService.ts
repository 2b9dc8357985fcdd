// Replaces the operator's weather service: returns a test's answers in Open-Meteo's format and records requests.
import { createServer } from 'node:http';
import { afterAll } from 'vitest';
import { makeSite, makeUser } from './factories.ts';
import type { testServer } from './testServer.ts';

/** Starts a service that ends with the test file. `hold`: no answer before it resolves. */
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
/** Creates a plant at a new place for each test, because answers are cached by place. */
export async function plantUnderWeather({ sql, signedIn }: Awaited<ReturnType<typeof testServer>>) {
  const user = await makeUser(sql, { role: 'installer' });
  lastLatitude += 1;
  const place = { latitude: lastLatitude + 0.123456, longitude: 9.17582 };
  const sid = await makeSite(sql, { companyId: user.companyId, timezone: 'Europe/Berlin', ...place });
  return { sid, userId: user.id, token: await signedIn(user.id), ...place };
}
