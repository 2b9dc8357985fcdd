// The contract as an OpenAPI 3.1 document: envelope, headers, access and possible errors.
import { type Access, type Call, errorsOf } from '@heliograph/contract/call.ts';
import { calls } from '@heliograph/contract/calls.ts';
import type { ApiScope } from '@heliograph/contract/entities/signIn.ts';
import { LANGUAGES } from '@heliograph/contract/envelope.ts';
import { ERROR_CODES, type ErrorName } from '@heliograph/contract/errors.ts';
import { tokenMay } from '@heliograph/contract/tokenScopes.ts';
import { z } from 'zod';
import type { Brand } from '../../brands/brands.ts';
import { messageText } from '../../platform/texts/translate.ts';
import { version } from '../../version.ts';
import { sizeText } from '../multipart.ts';

export type Json = Record<string, unknown>;

export interface Operation {
  operationId: string;
  tags: string[];
  summary: string;
  description: string;
  security: Json[];
  parameters: Json[];
  requestBody: Json;
  responses: Json;
  /** Permission ids, or `public`, or `signedIn`. */
  'x-access': Access;
  'x-refusals': { word: ErrorName; code: number; meaning: string }[];
}

export interface Description {
  openapi: '3.1.0';
  info: Json;
  servers: Json[];
  paths: Record<string, { post: Operation }>;
  components: { schemas: Json; securitySchemes: Json; parameters: Json };
}

/** `scope`: only calls that a program may make with such a token. */
export function describeCalls({ name, publicUrl }: Pick<Brand, 'name' | 'publicUrl'>, scope?: ApiScope): Description {
  const schemas: Json = {};
  const table = Object.entries(calls as Record<string, Call>);
  const described = table.filter(([path, call]) => scope === undefined || tokenMay(path, call, scope));
  const paths = described.map(([path, call]) => [`/v2/${path}`, { post: describe(path, call, schemas) }]);
  return {
    openapi: '3.1.0',
    info: {
      title: `${name} v2 calls`,
      version,
      description:
        'Every call is a POST with a JSON or form-encoded body and answers {code, msg, data}; code 200 means success. ' +
        'Some take files as multipart/form-data, some answer a file; each says so. ' +
        'Expected refusals travel as HTTP 200 with their own code. An empty body, no body and {} are the same. ' +
        table.flatMap(([path, { formerUrl }]) => (formerUrl ? formerUrlText(formerUrl, path) : [])).join(' '),
    },
    servers: [{ url: publicUrl }],
    paths: Object.fromEntries(paths),
    components: {
      schemas,
      securitySchemes: {
        token: {
          type: 'apiKey',
          in: 'header',
          name: 'authorization',
          description: 'The token of sign-in, or an API token of an account, as it is or after "Bearer".',
        },
      },
      parameters: headerParameters(),
    },
  };
}

function describe(path: string, call: Call, schemas: Json): Operation {
  const words = [...errorsOf(call)];
  const data = call.answers === 'file' ? { type: 'object' } : jsonSchema(path, call.response, 'output', schemas);
  return {
    operationId: path,
    tags: [path.includes('/') ? path.slice(0, path.indexOf('/')) : 'auth'],
    summary: call.summary,
    description: `${describeAccess(call.access)}${describeFiles(call.takes)}${describeCost(call.cost)}`,
    security: call.access === 'public' ? [] : [{ token: [] }],
    parameters: [
      { $ref: '#/components/parameters/lan' },
      ...(call.changes && call.access !== 'public' ? [{ $ref: '#/components/parameters/idempotencyKey' }] : []),
    ],
    requestBody: { content: { [contentTypeOf(call)]: { schema: jsonSchema(path, call.request, 'input', schemas) } } },
    responses: {
      200: {
        description:
          call.answers === 'file'
            ? 'The file, or an expected refusal with its own code and empty data. A connection that breaks off has not given all of it.'
            : 'Success, or an expected refusal with its own code and empty data.',
        content: {
          ...(call.answers === 'file'
            ? Object.fromEntries(fileTypesOf(call.response).map((type) => [type, { schema: { type: 'string' } }]))
            : {}),
          'application/json': { schema: envelopeOf(data) },
        },
      },
      ...(call.access === 'public' ? {} : { 401: { description: messageText('en', 'refusals.unauthorized') } }),
      ...(typeof call.access === 'string' ? {} : { 403: { description: messageText('en', 'refusals.forbidden') } }),
      ...(call.cost === 'expensive' ? { 429: { description: messageText('en', 'refusals.busy') } } : {}),
      500: { description: messageText('en', 'refusals.fault') },
      503: { description: messageText('en', 'refusals.maintenance') },
    },
    'x-access': call.access,
    'x-refusals': words.map((word) => ({
      word,
      code: ERROR_CODES[word],
      meaning: messageText('en', `refusals.${word}`),
    })),
  };
}

const formerUrlText = (url: string, path: string): string => `\`${url}\` is the same call as \`/v2/${path}\`.`;

const contentTypeOf = ({ takes }: Call): string => (takes === 'json' ? 'application/json' : 'multipart/form-data');

/** Content types of the file that a call answers. */
function fileTypesOf(response: z.ZodType): string[] {
  const { shape } = response as unknown as { shape: { type: { values: ReadonlySet<string> } } };
  return [...shape.type.values];
}

function envelopeOf(data: Json): Json {
  return {
    type: 'object',
    required: ['code', 'msg', 'data'],
    properties: { code: { type: 'integer' }, msg: { type: 'string' }, data },
  };
}

const describeCost = (cost: Call['cost']): string =>
  cost === 'expensive' ? ' Waits for its turn among other long calls; HTTP 429 with `busy` when too many wait.' : '';

export function describeAccess(access: Access): string {
  if (access === 'public') return 'Anyone may ask.';
  if (access === 'signedIn') return 'Any signed-in user may ask.';
  return `Needs one of these permissions: ${access.anyOf.join(', ')}.`;
}

function describeFiles(takes: Call['takes']): string {
  if (takes === 'json') return '';
  const { most, bytesEach, bytesInAll } = takes;
  return ` Takes at most ${most} file(s) of ${sizeText(bytesEach)} each, ${sizeText(bytesInAll)} in all.`;
}

/** Schemas that refer to themselves move to components, where a reference can reach them. */
function jsonSchema(path: string, schema: z.ZodType, io: 'input' | 'output', schemas: Json): Json {
  const {
    $schema: _,
    $defs,
    ...rest
  } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    // The only fields that JSON Schema has no words for are files.
    override: ({ zodSchema, jsonSchema: described }) => {
      if (zodSchema._zod.def.type === 'custom') Object.assign(described, { type: 'string', format: 'binary' });
    },
  }) as Json & { $defs?: Json };
  const prefix = `${path.replaceAll('/', '.')}.${io}.`;
  const moved = (value: unknown): unknown =>
    JSON.parse(JSON.stringify(value).replaceAll('"#/$defs/', `"#/components/schemas/${prefix}`));
  for (const [name, definition] of Object.entries($defs ?? {})) schemas[`${prefix}${name}`] = moved(definition);
  return moved(rest) as Json;
}

function headerParameters(): Json {
  const lan = LANGUAGES.map(({ lan: number, code }) => `${number} ${code}`).join(', ');
  return {
    lan: {
      name: 'lan',
      in: 'header',
      schema: { type: 'integer', default: 6 },
      description: `Language of msg and of names in the answer: ${lan}; anything else is 6.`,
    },
    idempotencyKey: {
      name: 'idempotency-key',
      in: 'header',
      schema: { type: 'string', maxLength: 100 },
      description: 'A change sent twice with the same key within 24 hours is done once and answered twice.',
    },
  };
}
