// Restores ended commands of an export as history, without a requester; none that could still be sent.
import { COMMAND_ACTIONS, COMMAND_STEPS, isOpen, MAX_COMMAND_VALUES } from '@heliograph/contract/commands.ts';
import { z } from 'zod';
import type { Sql } from '../../platform/database/connect.ts';
import { joinChunks, type TableChunk } from '../../platform/files/table.ts';
import { LONGEST_CELL, sliceChunk, TABLES } from '../exporter/tables.ts';
import type { Plants } from './plantLookup.ts';

const ended = z.object({
  id: z.uuid(),
  action: z.enum(COMMAND_ACTIONS),
  state: z.enum(COMMAND_STEPS.filter((state) => !isOpen(state))),
  returns: z.uuid().nullable(),
  names: z.array(z.string()).max(MAX_COMMAND_VALUES),
  version: z.string().max(LONGEST_CELL),
  versionBefore: z.string().max(LONGEST_CELL),
});

/** Returns how many were added; existing and invalid ones are skipped. */
export async function restoreCommands(sql: Sql, pieces: AsyncIterable<TableChunk>, plants: Plants): Promise<number> {
  let added = 0;
  let rest: TableChunk | null = null;
  for await (const piece of pieces) {
    const joined: TableChunk = rest ? joinChunks([rest, piece], TABLES.commands) : piece;
    const cut = lastStart(joined);
    added += await insertCommands(sql, sliceChunk(joined, 0, cut), plants);
    rest = sliceChunk(joined, cut, joined.rows);
  }
  return rest ? added + (await insertCommands(sql, rest, plants)) : added;
}

/** First row of the last command, which may continue in the next piece; 0: it is too long to be one. */
function lastStart({ rows, cells }: TableChunk): number {
  const ids = cells.id as string[];
  for (let row = rows - 1; row > 0 && rows - row <= MAX_COMMAND_VALUES; row--)
    if (ids[row] !== ids[row - 1]) return row;
  return 0;
}

async function insertCommands(sql: Sql, { rows, cells }: TableChunk, plants: Plants): Promise<number> {
  if (rows === 0) return 0;
  const sids = await plants.find([...new Set(cells.sn as string[])]);
  const text = (name: string, row: number) => (cells[name] as string[] | undefined)?.[row] ?? '';
  const number = (name: string, row: number): number | null => {
    const value = (cells[name] as Float64Array | undefined)?.[row] ?? Number.NaN;
    return Number.isNaN(value) ? null : value;
  };
  const instant = (name: string, row: number) => {
    const ms = number(name, row);
    return ms === null ? null : new Date(ms);
  };
  return await sql.begin(async (tx) => {
    let added = 0;
    for (const [id, of] of Map.groupBy(
      Array.from({ length: rows }, (_, row) => row),
      (row) => text('id', row),
    )) {
      const [first] = of as [number, ...number[]];
      const sid = sids.get(text('sn', first));
      const { success, data } = ended.safeParse({
        id,
        action: text('action', first),
        state: text('state', first),
        returns: text('returns', first) || null,
        names: of.map((row) => text('parameter', row)),
        version: text('version', first),
        versionBefore: text('versionBefore', first),
      });
      if (sid === undefined || !success) continue;
      const valuesOf = (column: string, keepsEmpty: boolean) =>
        Object.fromEntries(
          of.flatMap((row) => {
            const value = number(column, row);
            // A command without parameters has one row.
            if (text('parameter', row) === '') return [];
            return value === null && !keepsEmpty ? [] : [[text('parameter', row), value]];
          }),
        );
      const readBack = valuesOf('readBack', false);
      const endedAt = instant('endedAt', first);
      const firmware = data.action === 'update' ? JSON.stringify(installed(data)) : null;
      const { count } = await tx`
        insert into commands (sid, id, gateway_sn, sn, action, parameters, before, read_back, firmware, state, step, reason, is_protected,
          returns, asked_at, answered_at, queued_at, issued_at, accepted_at, ended_at, valid_s, expires_at)
        values (${sid}, ${id}, ${text('gatewaySn', first)}, ${text('sn', first)}, ${text('action', first)},
          ${JSON.stringify(valuesOf('wanted', true))}::text::jsonb, ${JSON.stringify(valuesOf('before', false))}::text::jsonb,
          ${Object.keys(readBack).length === 0 ? null : JSON.stringify(readBack)}::text::jsonb, ${firmware}::text::jsonb, ${text('state', first)}, 'read',
          ${text('reason', first)}, ${number('isProtected', first) === 1}, ${text('returns', first) || null},
          ${instant('askedAt', first)}, ${instant('answeredAt', first)}, ${instant('queuedAt', first)}, ${instant('issuedAt', first)},
          ${instant('acceptedAt', first)}, ${endedAt}, ${number('validS', first)}, ${endedAt})
        on conflict do nothing`;
      added += count;
    }
    return added;
  });
}

/** The `firmware` column of a restored update; its file was another portal's and is not served. */
const installed = ({ version, versionBefore }: { version: string; versionBefore: string }) => ({
  id: 0,
  versionName: version,
  before: versionBefore,
  bytes: 0,
  sha256: '',
  signature: '',
  secret: '',
});
