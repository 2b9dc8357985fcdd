// Versions of Heliograph (package.json) and of the web client that it serves.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectDir } from './config.ts';

const { version: read } = JSON.parse(readFileSync(join(projectDir, 'package.json'), 'utf8')) as { version: string };

export const version: string = read;

/** Hash of the client's index page, which differs with every build because scripts are named by content; '' without a build. */
function buildOf(page: string): string {
  return existsSync(page) ? createHash('sha256').update(readFileSync(page)).digest('hex').slice(0, 12) : '';
}

const build = buildOf(join(projectDir, 'web/dist/index.html'));

/** "0.1.0+4f2a…": a page compares it to notice that a newer client is served. */
export const portalVersion: string = build === '' ? version : `${version}+${build}`;
