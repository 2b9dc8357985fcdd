// Removes samples of a device from the store and restores them: stored as separate blocks that no reader uses.
import type { Sql, Transaction } from '../platform/database/connect.ts';
import { type Block, decodeBlock, encodeBlock, type SampleColumns } from './block.ts';
import { type DayBlock, replaceBlocks } from './blocks.ts';
import { Damaged } from './bytes.ts';
import { GROUPS } from './numbers.ts';
import { cutColumns, firstAtOrAfter, hotColumns, joinColumns, mergeColumns, sliceColumns } from './parts.ts';
import { firstDay, insertSamples, lastDay, PACKED, type Range } from './samples.ts';
import { samplesOf } from './samplesOf.ts';

/** Samples of a piece: about 20 days of five-minute samples. */
const PIECE_SAMPLES = 6_000;
const COLUMNS = GROUPS.join(', ');

interface Removal {
  sid: string;
  sn: string;
  /** A UUID. */
  removal: string;
}

/**
 * Removes the samples of a range of some days and returns how many; the caller has locked the device. Concurrent sealing may
 * write a block after this function has read the blocks: call it until it returns 0. A damaged block is not removed.
 */
export async function removeSamples(tx: Transaction, { sid, sn, removal }: Removal, range: Range): Promise<number> {
  const { fromMs, toMs } = range;
  const [hot] = await tx<{ packed: Uint8Array | null }[]>`
    with taken as (
      delete from hot_samples where sid = ${sid} and sn = ${sn} and at >= ${new Date(fromMs)} and at < ${new Date(toMs)}
      returning at, body
    ) select ${tx.unsafe(PACKED)} as packed from taken`;
  const blocks = await tx<DayBlock[]>`
    select sid, sn, day::text, ${tx.unsafe(COLUMNS)} from sample_blocks b
    where sid = ${sid} and sn = ${sn} and day between ${firstDay(fromMs)}::text::date and ${lastDay(toMs)}::text::date
      and not exists (select from damaged_blocks d where d.sid = ${sid} and d.sn = ${sn} and d.day = b.day)
    for update`;
  const removed: SampleColumns[] = [];
  const smaller: DayBlock[] = [];
  for (const block of blocks) {
    const columns = readOrNull(block);
    const inside = columns && cutColumns(columns, fromMs, toMs);
    if (!columns || !inside || inside.atMs.length === 0) continue;
    removed.push(inside);
    const before = sliceColumns(columns, 0, firstAtOrAfter(columns.atMs, fromMs));
    const after = sliceColumns(columns, firstAtOrAfter(columns.atMs, toMs), columns.atMs.length);
    const remaining = joinColumns([before, after]);
    if (remaining.atMs.length > 0) smaller.push({ sid, sn, day: block.day, ...encodeBlock(remaining) });
    else await tx`delete from sample_blocks where sid = ${sid} and sn = ${sn} and day = ${block.day}`;
  }
  await replaceBlocks(tx, smaller);
  removed.sort((left, right) => left.atMs[0]! - right.atMs[0]!);
  if (hot?.packed) removed.push(hotColumns(hot.packed, 'all'));
  const all = mergeColumns(removed);
  const count = all.atMs.length;
  const [last] = await tx<{ piece: number }[]>`
    select coalesce(max(piece), 0) as piece from removed_samples where sid = ${sid} and sn = ${sn} and removal = ${removal}`;
  for (let from = 0, piece = last!.piece + 1; from < count; from += PIECE_SAMPLES, piece++) {
    const block = encodeBlock(sliceColumns(all, from, Math.min(count, from + PIECE_SAMPLES)));
    const { power, flow, grid, phases, inputs, strings } = block;
    await tx`
      insert into removed_samples (sid, sn, removal, piece, power, flow, grid, phases, inputs, strings)
      values (${sid}, ${sn}, ${removal}, ${piece}, ${power}, ${flow}, ${grid}, ${phases}, ${inputs}, ${strings})`;
  }
  return count;
}

/** Returns the first piece of what was removed; null: none is left. */
export async function firstPiece(
  sql: Sql,
  { sid, sn, removal }: Removal,
): Promise<{ piece: number; columns: SampleColumns } | null> {
  const [row] = await sql<(Block & { piece: number })[]>`
    select piece, ${sql.unsafe(COLUMNS)} from removed_samples
    where sid = ${sid} and sn = ${sn} and removal = ${removal} order by piece limit 1`;
  return row ? { piece: row.piece, columns: decodeBlock(row, 'all') } : null;
}

/** Deletes a piece that was stored elsewhere. */
export async function deletePiece(tx: Transaction, { sid, sn, removal }: Removal, piece: number): Promise<void> {
  await tx`delete from removed_samples where sid = ${sid} and sn = ${sn} and removal = ${removal} and piece = ${piece}`;
}

/** Restores one piece and returns its number of samples; samples that arrived for the same instants since then remain. Null: no piece is left. */
export async function restorePiece(tx: Transaction, { sid, sn, removal }: Removal): Promise<number | null> {
  const [piece] = await tx<(Block & { piece: number })[]>`
    select piece, ${tx.unsafe(COLUMNS)} from removed_samples
    where sid = ${sid} and sn = ${sn} and removal = ${removal} order by piece limit 1 for update`;
  if (!piece) return null;
  const columns = decodeBlock(piece, 'all');
  await insertSamples(tx, samplesOf({ sid, sn }, columns, true), 'kept');
  await tx`delete from removed_samples where sid = ${sid} and sn = ${sn} and removal = ${removal} and piece = ${piece.piece}`;
  return columns.atMs.length;
}

export async function countRemoved(tx: Transaction, { sid, sn, removal }: Removal): Promise<number> {
  const [row] = await tx<{ pieces: number }[]>`
    select count(*)::int as pieces from removed_samples where sid = ${sid} and sn = ${sn} and removal = ${removal}`;
  return row!.pieces;
}

/** Deletes the samples of at most `limit` removals made before an instant, permanently; returns how many removals. */
export async function deleteExpiredRemovals(sql: Sql, before: Date, limit: number): Promise<number> {
  const expired = await sql<{ sid: string; sn: string; id: string }[]>`
    select sid, sn, id::text as id from history_removals where state = 'removed' and removed_at < ${before}
    order by removed_at limit ${limit}`;
  for (const { sid, sn, id } of expired) {
    // A concurrent restore has changed its state first, or comes too late.
    await sql.begin(async (tx) => {
      const { count } = await tx`
        update history_removals set state = 'gone' where sid = ${sid} and sn = ${sn} and id = ${id} and state = 'removed'`;
      if (count === 0) return;
      await tx`delete from removed_samples where sid = ${sid} and sn = ${sn} and removal = ${id}`;
      await tx`delete from removed_days where sid = ${sid} and sn = ${sn} and removal = ${id}`;
    });
  }
  return expired.length;
}

function readOrNull(block: DayBlock): SampleColumns | null {
  try {
    return decodeBlock(block satisfies Block, 'all');
  } catch (error) {
    if (error instanceof Damaged) return null;
    throw error;
  }
}
