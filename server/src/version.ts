// The version of this Heliograph, as package.json says it, and of the web client that it serves.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectDir } from './config.ts';

const { version: read } = JSON.parse(readFileSync(join(projectDir, 'package.json'), 'utf8')) as { version: string };

export const version: string = read;

/** The page names its scripts by their content, so it differs with every build of the client; "" while none is built. */
function buildOf(page: string): string {
  return existsSync(page) ? createHash('sha256').update(readFileSync(page)).digest('hex').slice(0, 12) : '';
}

const build = buildOf(join(projectDir, 'web/dist/index.html'));

/** "0.1.0+4f2a…": by it a page notices that another client is served than the one it runs. */
export const portalVersion: string = build === '' ? version : `${version}+${build}`;
