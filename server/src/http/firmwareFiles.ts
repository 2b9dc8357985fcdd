// Files of firmware at their addresses: of a session that asked for one, or of a device that is told to update, as long as it is under way and its owner has not halted it.
import { configurationOtaLink } from '@heliograph/contract/calls/configuration/ota/link.ts';
import { deviceDetailWifiOta } from '@heliograph/contract/calls/device/detailWifiOta.ts';
import { FIRMWARE_PIECE_BYTES } from '@heliograph/contract/firmware.ts';
import type { FastifyInstance } from 'fastify';
import type { Sessions } from '../access/session.ts';
import { isSameSecret, orderOf } from '../access/ticketUrls.ts';
import type { Context } from '../context.ts';
import { answerUnknown } from './errors.ts';
import { askerOf } from './fileTickets.ts';
import { type KeptFile, sendKept } from './sendStoredFile.ts';
import { inTransaction } from './transactions.ts';

type Firmware = Pick<KeptFile, 'fileName' | 'bytes' | 'sha256'>;
type Asked = Firmware & Pick<KeptFile, 'take'> & { id: number };

export function serveFirmware(app: FastifyInstance, context: Context, sessions: Sessions): void {
  const { sql, clock, downloads, firmwareDownloads } = context;

  app.get<{ Params: { id: string; ticket: string } }>('/files/firmware/:id/:ticket', async (request, reply) => {
    reply.header('cache-control', 'private, no-store');
    const { id, ticket } = request.params;
    const firmware = (await ofDevice(id, ticket)) ?? (await ofSession(id, ticket));
    // The same answer for what is wrong, over, forbidden and gone.
    if (!firmware) return answerUnknown(request, reply);
    return sendKept(request, reply, {
      ...firmware,
      type: 'application/octet-stream',
      pieceBytes: FIRMWARE_PIECE_BYTES,
      pieceOf: (piece) => pieceOf(firmware.id, piece),
    });
  });

  async function ofSession(id: string, text: string): Promise<Asked | undefined> {
    const chosen = await askerOf(context, sessions, { kind: 'firmware', call: configurationOtaLink, id, text });
    const asker =
      chosen ?? (await askerOf(context, sessions, { kind: 'offered', call: deviceDetailWifiOta, id, text }));
    if (!asker) return undefined;
    const { session } = asker;
    const [firmware] = await inTransaction(
      ...([context, session, 'read only'] as const),
      async (tx) =>
        await tx<Firmware[]>`
        select f.file_name, f.bytes, encode(f.sha256, 'hex') as sha256
        from firmware f where f.id = ${asker.id} and f.sha256 is not null and (${chosen !== undefined} or f.published_at is not null)`,
    );
    return (
      firmware && { ...firmware, id: asker.id, take: () => downloads.tryAcquire(session.userId, clock.now().getTime()) }
    );
  }

  async function ofDevice(id: string, text: string): Promise<Asked | undefined> {
    const order = orderOf(id, text);
    if (!order) return undefined;
    const [row] = await sql<{ secret: string; gatewayNumber: number }[]>`
      select c.firmware ->> 'secret' as secret, hashtext(c.gateway_sn) as gateway_number
      from commands c
      where c.sid = ${order.sid} and c.id = ${order.id} and c.state in ('issued', 'accepted') and c.expires_at > ${clock.now()}
        and c.reason = '' and c.firmware ->> 'id' = ${String(order.firmwareId)}`;
    if (!row || !isSameSecret(row.secret, order.secret)) return undefined;
    const [firmware] = await sql<Firmware[]>`
      select f.file_name, f.bytes, encode(f.sha256, 'hex') as sha256
      from firmware f where f.id = ${order.firmwareId} and f.published_at is not null`;
    const take = () => firmwareDownloads.tryAcquire(row.gatewayNumber, clock.now().getTime());
    return firmware && { ...firmware, id: order.firmwareId, take };
  }

  async function pieceOf(id: number, piece: number): Promise<Uint8Array | undefined> {
    const [row] = await sql<{ bytes: Buffer }[]>`
      select bytes from firmware_pieces where firmware_id = ${id} and piece = ${piece}`;
    return row?.bytes;
  }
}
