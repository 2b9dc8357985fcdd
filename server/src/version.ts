// The version of this Heliograph, as package.json says it.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectDir } from './config.ts';

const { version: read } = JSON.parse(readFileSync(join(projectDir, 'package.json'), 'utf8')) as { version: string };

export const version: string = read;
