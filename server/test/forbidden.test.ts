// What no file of what ships may say, because a reader of one file cannot see that all others keep to it, too.
import { globSync, readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '../..');
const SERVER = 'server/src/**/*.ts';
const ALL = '{server,web,contract,simulator}/src/**/*.{ts,tsx}';

test.each<[what: string, pattern: RegExp, where: string, but?: string[]]>([
  ['code made of text', /\beval\(|\bnew Function\(|\bfrom 'node:vm'|setTimeout\(\s*['"`]/, ALL],
  ['HTML made of text', /dangerouslySetInnerHTML|\.(inner|outer)HTML\b|insertAdjacentHTML|document\.write/, ALL],
  // One: it opens nothing, and goes to one call alone.
  ['a cookie', /set-cookie|document\.cookie|@fastify\/cookie/i, ALL, ['browserCookie.ts']],
  ['numbers that can be guessed', /Math\.random\(/, SERVER],
  [
    'requests to other hosts',
    /\bfetch\(|\bundici\b|\b(https?|net|tls)\.(get|request|connect)\(|from 'node:(https|tls|http2|dgram)'/,
    SERVER,
    // Hosts of the operator's settings; hosts that users have named, none of which may be in here (namedHosts.test). The third listens; the fourth sends the log to where the operator wants it; the fifth looks at the portal's own address.
    ['operatorFetch.ts', 'ssrfSafeFetch.ts', 'openMqtt.ts', 'syslog.ts', 'certificateCheck.ts'],
  ],
  [
    'a name that says nothing',
    /\b(const|let|function|interface|type|class) (Read|Some|Found|say|may|once|some)\b|^ *(say|may)\??: /m,
    ALL,
  ],
  [
    'words of another time',
    /\b(anew|dear(er|est)?|had (its|his|her|their) time)\b/i,
    '{server,web,contract,simulator}/src/**/{*.ts,*.tsx,en.json}',
  ],
  ['a type that is told to fit', /\bas never\b/, ALL],
  ['a shell that reads a text', /(?<![.\w])exec(Sync)?\(|\bshell: /, SERVER],
  // Those here are of constants, of numbers, and of words that `plain` has looked at (rowPolicies.test).
  [
    'statements made of text',
    /\.unsafe\(/,
    SERVER,
    [
      'blocks.ts',
      'rlsSettings.ts',
      'deleteInBatches.ts',
      'distribute.ts',
      'documents.ts',
      'lockOrder.ts',
      'enforce.ts',
      'menus.ts',
      'migrate.ts',
      'rowPolicies.ts',
      'removed.ts',
      'roles.ts',
      'sealing.ts',
      'samples.ts',
      'transactions.ts',
    ],
  ],
  // The wire's sign header is a checksum of the v2 calls, not a protection; lists of stolen passwords are made of it.
  ['a hash that is broken', /createHash\(\s*'(md5|sha1)'/i, SERVER, ['parseRequest.ts', 'breachedPasswords.ts']],
  [
    'a password that is chosen without a look at stolen ones',
    /\bpasswordFault\(/,
    SERVER,
    ['config.ts', 'passwords.ts', 'breachedPasswords.ts'],
  ],
  // The one reads numbers out of headers of columns, by names that stand beside it.
  ['a pattern that is made as it runs', /\bRegExp\(/, SERVER, ['columns.ts']],
  // argon2 hashes passwords; the passkeys' and the providers' libraries check what these have signed.
  [
    'cryptography of somebody else than Node',
    /from '(?!node:)[^'.]*(crypt|cipher|hash|hmac|jose|jwt|noble|nacl)/i,
    SERVER,
  ],
  // One of a time step is HMAC-SHA-1 by its standard (RFC 6238).
  [
    'a hash of less than 256 bits',
    /create(Hash|Hmac)\(\s*(?!'sha256'|\s)/,
    SERVER,
    ['parseRequest.ts', 'breachedPasswords.ts', 'oneTimeCodes.ts'],
  ],
  // What the server says goes into its log (main.ts) or the audit table; tools answer whoever runs them, and the reader of documents its parent.
  [
    'words past the log',
    /\bconsole\.|process\.(stdout|stderr)\b/,
    'server/src/!(tools)/**/*.ts',
    ['reader.ts', 'main.ts'],
  ],
  ['a door for debuggers', /node:inspector|--inspect|\bdebugger\b/, ALL],
  ['certificates that are not checked', /rejectUnauthorized|NODE_TLS_REJECT/, SERVER],
  [
    'messages of other windows',
    /addEventListener\(\s*'message'|onmessage\b|postMessage\(/,
    'web/src/**/*.{ts,tsx}',
    // Between the page and a thread of its own, which no other window reaches.
    ['codeReader.ts', 'codes.worker.ts'],
  ],
])('%s', (_, pattern, where, but = []) => {
  const files = globSync(where, { cwd: root }).filter((file) => !/\.test\.tsx?$/.test(file));
  expect(files.length).toBeGreaterThan(100);
  const saying = files.filter((file) => pattern.test(readFileSync(join(root, file), 'utf8')));
  expect(saying.filter((file) => !but.includes(basename(file)))).toEqual([]);
});
