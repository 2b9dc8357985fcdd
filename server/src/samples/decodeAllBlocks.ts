// Decodes every stored block, to find damaged ones.
import type { Sql } from '../platform/database/connect.ts';
import { decodeBlock, type ReadBlock } from './block.ts';
import { Damaged } from './bytes.ts';
import type { Damage } from './parts.ts';

const PAGE = 500;

interface Decoded {
  blocks: number;
  samples: number;
  /** The first damaged ones. */
  damaged: Damage[];
  damagedBlocks: number;
}

/** Reads all blocks of all plants, page by page, and compares checksums and form. `maxDamaged`: how many damaged ones are named. */
export async function decodeAllBlocks(sql: Sql, maxDamaged: number): Promise<Decoded> {
  const decoded: Decoded = { blocks: 0, samples: 0, damaged: [], damagedBlocks: 0 };
  for (let last: BlockRow | undefined; ; ) {
    const after = last ? sql`where (sid, sn, day) > (${last.sid}, ${last.sn}, ${last.day}::date)` : sql``;
    const rows = await sql<BlockRow[]>`
      select sid, sn, day, power, flow, grid, phases, inputs, strings from sample_blocks ${after} order by sid, sn, day limit ${PAGE}`;
    for (const row of rows) decodeInto(decoded, row, maxDamaged);
    last = rows.at(-1);
    if (rows.length < PAGE) return decoded;
  }
}

type BlockRow = { sid: string; sn: string; day: string } & ReadBlock;

function decodeInto(decoded: Decoded, { sid, sn, day, ...block }: BlockRow, maxDamaged: number): void {
  decoded.blocks++;
  try {
    decoded.samples += decodeBlock(block, 'all').atMs.length;
  } catch (error) {
    if (!(error instanceof Damaged)) throw error;
    decoded.damagedBlocks++;
    if (decoded.damaged.length < maxDamaged) decoded.damaged.push({ sid, sn, day, reason: error.message });
  }
}
