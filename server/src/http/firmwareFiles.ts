// Serves files of firmware: to the session that an address was given to, or to a device while its update is under way and not halted.
import { configurationOtaLink } from '@heliograph/contract/calls/configuration/ota/link.ts';
import { deviceDetailWifiOta } from '@heliograph/contract/calls/device/detailWifiOta.ts';
import { FIRMWARE_CHUNK_BYTES } from '@heliograph/contract/firmware.ts';
import type { FastifyInstance } from 'fastify';
import type { Sessions } from '../access/session.ts';
import { isSameSecret, orderOf } from '../access/ticketUrls.ts';
import type { Context } from '../context.ts';
import { answerUnknown } from './errors.ts';
import { ticketHolder } from './fileTickets.ts';
import { type StoredFile, sendStoredFile } from './sendStoredFile.ts';
import { inTransaction } from './transactions.ts';

type Firmware = Pick<StoredFile, 'fileName' | 'bytes' | 'sha256'>;
type Download = Firmware & Pick<StoredFile, 'take'> & { id: number };

export function serveFirmware(app: FastifyInstance, context: Context, sessions: Sessions): void {
  const { sql, clock, downloads, firmwareDownloads } = context;

  app.get<{ Params: { id: string; ticket: string } }>('/files/firmware/:id/:ticket', async (request, reply) => {
    reply.header('cache-control', 'private, no-store');
    const { id, ticket } = request.params;
    const firmware = (await forDevice(id, ticket)) ?? (await forSession(id, ticket));
    // The same answer for forged, expired, forbidden and deleted.
    if (!firmware) return answerUnknown(request, reply);
    return sendStoredFile(request, reply, {
      ...firmware,
      type: 'application/octet-stream',
      pieceBytes: FIRMWARE_CHUNK_BYTES,
      pieceOf: (piece) => pieceOf(firmware.id, piece),
    });
  });

  async function forSession(id: string, text: string): Promise<Download | undefined> {
    const chosen = await ticketHolder(context, sessions, { kind: 'firmware', call: configurationOtaLink, id, text });
    const holder =
      chosen ?? (await ticketHolder(context, sessions, { kind: 'offered', call: deviceDetailWifiOta, id, text }));
    if (!holder) return undefined;
    const { session } = holder;
    const [firmware] = await inTransaction(
      ...([context, session, 'read only'] as const),
      async (tx) =>
        await tx<Firmware[]>`
        select f.file_name, f.bytes, encode(f.sha256, 'hex') as sha256
        from firmware f where f.id = ${holder.id} and f.sha256 is not null and (${chosen !== undefined} or f.published_at is not null)`,
    );
    return (
      firmware && {
        ...firmware,
        id: holder.id,
        take: () => downloads.tryAcquire(session.userId, clock.now().getTime()),
      }
    );
  }

  async function forDevice(id: string, text: string): Promise<Download | undefined> {
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
