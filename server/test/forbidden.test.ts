// Patterns that no shipped file may contain, because a reader of one file cannot see that all others comply.
import { globSync, readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '../..');
const SERVER = 'server/src/**/*.ts';
const ALL = '{server,web,contract,simulator}/src/**/*.{ts,tsx}';

test.each<[what: string, pattern: RegExp, where: string, but?: string[]]>([
  ['code evaluated from text', /\beval\(|\bnew Function\(|\bfrom 'node:vm'|setTimeout\(\s*['"`]/, ALL],
  ['HTML built from text', /dangerouslySetInnerHTML|\.(inner|outer)HTML\b|insertAdjacentHTML|document\.write/, ALL],
  // One exception: it opens nothing and is sent to one call only.
  ['a cookie', /set-cookie|document\.cookie|@fastify\/cookie/i, ALL, ['browserCookie.ts']],
  ['predictable random numbers', /Math\.random\(/, SERVER],
  [
    'requests to other hosts',
    /\bfetch\(|\bundici\b|\b(https?|net|tls)\.(get|request|connect)\(|from 'node:(https|tls|http2|dgram)'/,
    SERVER,
    // Hosts of the operator's settings, and hosts named by users, none of which may be internal (namedHosts.test). The third listens; the fourth sends the log to the operator's destination; the fifth checks the portal's own address, and the last asks the portal on this machine.
    ['operatorFetch.ts', 'ssrfSafeFetch.ts', 'openMqtt.ts', 'syslog.ts', 'certificateCheck.ts', 'health.ts'],
  ],
  [
    'a meaningless name',
    /\b(const|let|function|interface|type|class) (Read|Some|Found|say|may|once|some)\b|^ *(say|may)\??: /m,
    ALL,
  ],
  [
    'archaic words',
    /\b(anew|dear(er|est)?|had (its|his|her|their) time)\b/i,
    '{server,web,contract,simulator}/src/**/{*.ts,*.tsx,en.json}',
  ],
  ['a cast to never', /\bas never\b/, ALL],
  ['a shell command from text', /(?<![.\w])exec(Sync)?\(|\bshell: /, SERVER],
  // These statements contain constants, numbers, and words checked by `plain` (rowPolicies.test).
  [
    'SQL built from text',
    /\.unsafe\(/,
    SERVER,
    [
      'blocks.ts',
      // Of a row that only the owner of the tables writes.
      'callAccess.ts',
      'rlsSettings.ts',
      'deleteInBatches.ts',
      'distribute.ts',
      'documents.ts',
      'lockOrder.ts',
      'enforce.ts',
      'menus.ts',
      'changeBrand.ts',
      'migrate.ts',
      'rowPolicies.ts',
      'removed.ts',
      'roles.ts',
      'sealing.ts',
      'samples.ts',
      'tableSums.ts',
      'transactions.ts',
    ],
  ],
  // The sign header is a checksum of v2 calls, not a protection; lists of leaked passwords use SHA-1.
  ['a broken hash function', /createHash\(\s*'(md5|sha1)'/i, SERVER, ['parseRequest.ts', 'breachedPasswords.ts']],
  [
    'a new password without a check against leaked ones',
    /\bpasswordFault\(/,
    SERVER,
    ['config.ts', 'passwords.ts', 'breachedPasswords.ts'],
  ],
  // The exception parses numbers from column heads, by names listed next to it.
  ['a regular expression built at run time', /\bRegExp\(/, SERVER, ['columns.ts']],
  // argon2 hashes passwords; the libraries for passkeys and providers verify their signatures.
  [
    'cryptography other than that of Node',
    /from '(?!node:)[^'.]*(crypt|cipher|hash|hmac|jose|jwt|noble|nacl)/i,
    SERVER,
  ],
  // Time-based codes are HMAC-SHA-1 by their standard (RFC 6238).
  [
    'a hash of less than 256 bits',
    /create(Hash|Hmac)\(\s*(?!'sha256'|\s)/,
    SERVER,
    ['parseRequest.ts', 'breachedPasswords.ts', 'oneTimeCodes.ts'],
  ],
  // The server writes to its log (main.ts) or the audit table; tools print to their user, and the document reader to its parent.
  [
    'output other than the log',
    /\bconsole\.|process\.(stdout|stderr)\b/,
    'server/src/!(tools)/**/*.ts',
    ['reader.ts', 'main.ts'],
  ],
  ['access for debuggers', /node:inspector|--inspect|\bdebugger\b/, ALL],
  ['unverified certificates', /rejectUnauthorized|NODE_TLS_REJECT/, SERVER],
  [
    'messages between windows',
    /addEventListener\(\s*'message'|onmessage\b|postMessage\(/,
    'web/src/**/*.{ts,tsx}',
    // Messages between the page and its own worker, which no other window reaches.
    ['codeReader.ts', 'codes.worker.ts'],
  ],
])('no shipped file contains %s', (_, pattern, where, but = []) => {
  const files = globSync(where, { cwd: root }).filter((file) => !/\.test\.tsx?$/.test(file));
  expect(files.length).toBeGreaterThan(100);
  const matching = files.filter((file) => pattern.test(readFileSync(join(root, file), 'utf8')));
  expect(matching.filter((file) => !but.includes(basename(file)))).toEqual([]);
});
