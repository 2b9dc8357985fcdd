// Generates docs/operate/settings.md and .env.example from the settings schema and its texts. `node scripts/settingsPage.ts` writes both; a test compares.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type SettingName, settings } from '../server/src/config.ts';
import { NEED_TLS } from '../server/src/platform/outbound/insecureConnections.ts';
import { SETTING_GROUPS, settingTexts } from '../server/src/platform/settingTexts.ts';

const ROOT = join(import.meta.dirname, '..');
const LINE = 120;

const names = Object.keys(settingTexts) as SettingName[];
const groups = SETTING_GROUPS.map((title) => ({
  title,
  members: names.filter((name) => settingTexts[name].group === title),
}));
/** Secret settings in the order of the schema. */
const secrets = (Object.keys(settings) as SettingName[]).filter((name) => 'secret' in settings[name]);
const isSecret = (name: SettingName): boolean => secrets.includes(name);

/** Returns the default as written in the environment; '' without one. */
function defaultOf(name: SettingName): string {
  const value = settings[name].schema.parse(undefined) as boolean | number | undefined;
  if (value === undefined) return '';
  return typeof value === 'boolean' ? (value ? 'on' : 'off') : String(value);
}

/** Returns the example with keys replaced by a placeholder, because a key that can be copied would be used. */
const exampleOf = (name: SettingName): string => settings[name].example.replace('5a'.repeat(32), '<64 hex digits>');

function productionOf(name: SettingName): string | undefined {
  const allowed = NEED_TLS.get(name);
  const tls = allowed && `Needs TLS, unless the host is this machine or PLAIN_CONNECTIONS lists \`${allowed}\`.`;
  return [settingTexts[name].production, tls].filter(Boolean).join(' ') || undefined;
}

const code = (text: string): string => `\`${text}\``;
const anchor = (title: string): string => title.toLowerCase().replaceAll(' ', '-');

/** Formats names of settings, addresses and paths as code, and pages of docs/ as links from docs/operate/. */
function formatted(text: string): string {
  return text
    .replace(/docs\/(\w+)\/([\w-]+\.md)/g, (_, folder: string, file: string) =>
      folder === 'operate' ? `[${file}](${file})` : `[${file}](../${folder}/${file})`,
    )
    .replace(
      /(?<=^|\s)(?:postgres:\/\/\S+|http:\/\/localhost\S+|openssl [^;:]+?(?=\.(?:\s|$))|smtps?:\/\/|\/[it]\.php|\/var\/\S+)/g,
      code,
    )
    .replace(/(?<![\w`?&{:])(?:PORT|[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+|heliograph_call|\?\w+=[\w-]+)(?![\w`])/g, code);
}

function entry(name: SettingName): string {
  const { description, unset } = settingTexts[name];
  const defaultValue = defaultOf(name);
  const production = productionOf(name);
  const lines = [
    `- Allowed: ${formatted(settings[name].must)}`,
    ...(defaultValue !== ''
      ? [`- Default: ${code(defaultValue)}`]
      : unset
        ? [`- When empty: ${formatted(unset)}`]
        : []),
    ...(exampleOf(name) === defaultValue ? [] : [`- Example: ${code(exampleOf(name))}`]),
    ...(isSecret(name) ? [`- Secret: ${code(`${name}_FILE`)} may name a file instead`] : []),
    ...(production ? [`- In production: ${production.replaceAll('PLAIN_CONNECTIONS', '`PLAIN_CONNECTIONS`')}`] : []),
  ];
  return `### ${name}\n\n${formatted(description)}\n\n${lines.join('\n')}\n`;
}

export function settingsPage(): string {
  const index = groups.map(
    ({ title, members }) =>
      `| [${title}](#${anchor(title)}) | ${members.map((name) => `[${name}](#${name.toLowerCase()})`).join(', ')} |`,
  );
  const parts = groups.map(({ title, members }) => `## ${title}\n\n${members.map(entry).join('\n')}`);
  return `# Settings

All settings of the server, by subject. The server reads them from its environment and checks them at start. An invalid value stops the start; the message has the name, the reason and an example.

- \`npm start\` and the command-line tools also read a \`.env\` file in the project folder. Copy [.env.example](../../.env.example) to begin. The environment wins over the file.
- \`npm run serve\` (production) reads the environment only.
- An empty value counts as not set. Lists use commas.
- A secret may be in a file: \`NAME_FILE=/path\` instead of \`NAME=value\`, as Docker, Kubernetes and systemd provide secrets. The server refuses both at once, an empty file, and one of more than 64 KB.

| Subject | Settings |
|---|---|
${index.join('\n')}

This page is generated: edit \`server/src/platform/settingTexts.ts\` and run \`node scripts/settingsPage.ts\`.

${parts.join('\n')}`;
}

/** Formats a text as comment lines. */
function comment(text: string): string {
  const lines: string[] = ['#'];
  for (const word of text.split(' ')) {
    if (`${lines.at(-1)} ${word}`.length > LINE) lines.push('#');
    lines[lines.length - 1] += ` ${word}`;
  }
  return lines.join('\n');
}

export function envExample(): string {
  const header = `Settings of Heliograph. Copy this file to .env and change what you need; the environment wins over the file. \`npm run serve\` (production) reads the environment only.
Every value is checked at start. The values below are the defaults; a setting without a value is not set.
A secret (${secrets.join(', ')}) may be in a file instead, as Docker, Kubernetes and systemd provide it: DATABASE_URL_FILE=/run/secrets/database.
docs/operate/settings.md lists the allowed values. Both files are generated by scripts/settingsPage.ts.`;
  const entries = (members: SettingName[]): string[] =>
    members.map((name) => {
      const { description, unset } = settingTexts[name];
      const defaultValue = defaultOf(name);
      const production = productionOf(name)?.replaceAll('`', '');
      const notes = [
        defaultValue === '' ? `Example: ${exampleOf(name)}` : '',
        unset ? `When empty: ${unset}.` : '',
        production ? `In production: ${production}` : '',
      ];
      return `${[description, ...notes.filter(Boolean)].map(comment).join('\n')}\n${name}=${defaultValue}\n`;
    });
  const parts = groups.map(({ title, members }) => `# ---- ${title} ----\n\n${entries(members).join('\n')}`);
  return `${header.split('\n').map(comment).join('\n')}\n\n${parts.join('\n')}`;
}

if (process.argv[1] === import.meta.filename) {
  writeFileSync(join(ROOT, 'docs/operate/settings.md'), settingsPage());
  writeFileSync(join(ROOT, '.env.example'), envExample());
}
