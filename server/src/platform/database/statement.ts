// Statements as tagged templates: text and parameters are separate, fragments nest, and nothing is sent before it is awaited.
import type { Client } from 'pg';
import { toCamel, toSnake } from './columnNames.ts';

/** Rows of a statement; `count`: number of affected rows, also of statements that return none. */
export type Rows<T = Record<string, unknown>[]> = T & { readonly count: number };

/** Part of a statement, of any kind. */
// biome-ignore lint/suspicious/noExplicitAny: a fragment has no rows of its own.
export type Fragment = Statement<any>;

export type Value =
  | string
  | number
  | bigint
  | boolean
  | Date
  | Uint8Array
  | null
  | readonly Value[]
  | Fragment
  | Written;

export interface Template {
  <T extends readonly object[] = Record<string, unknown>[]>(
    strings: TemplateStringsArray,
    ...values: Value[]
  ): Statement<T>;
  /** Quotes the name of a table or column. */
  (name: string): Written;
  /** Rows to insert, or columns to set, depending on the preceding keyword. */
  (columns: object | readonly object[]): Written;
  /** A list for `in`. */
  (list: readonly (string | number)[]): Written;
  /** Statement from trusted text, never from input; with values it contains `$1`, `$2` ... and is prepared. */
  unsafe<T extends readonly object[] = Record<string, unknown>[]>(
    text: string,
    values?: readonly Value[],
  ): Statement<T>;
  json(value: unknown): Written;
}

type Run = (statement: Statement) => Promise<Rows>;

interface Query {
  text: string;
  values: unknown[];
}

/** Part that writes itself into a statement. */
export class Written {
  readonly write: (into: Query) => void;
  constructor(write: (into: Query) => void) {
    this.write = write;
  }
}

/** Maximum number of statements prepared per connection; texts with ever-changing fragments must not fill its memory. */
const MAX_NAMES = 1000;
/** Names of prepared statements by text, for all connections of a pool. */
export type Names = Map<string, string>;

function nameOf(names: Names, text: string): string | undefined {
  let name = names.get(text);
  if (name === undefined && names.size < MAX_NAMES) {
    name = `h${names.size}`;
    names.set(text, name);
  }
  return name;
}

export class Statement<T = Record<string, unknown>[]> implements Promise<Rows<T>> {
  readonly [Symbol.toStringTag] = 'Statement';
  readonly #run: Run;
  readonly #strings: readonly string[];
  readonly #values: readonly Value[];
  #rows: Promise<Rows> | undefined;
  #isNamed = true;

  constructor(run: Run, strings: readonly string[], values: readonly Value[]) {
    this.#run = run;
    this.#strings = strings;
    this.#values = values;
  }

  /**
   * Plans the statement for its values each time (half a millisecond): otherwise the database switches to a generic plan
   * after some executions, which assumes that arrays have ten elements.
   */
  plannedEachTime(): this {
    this.#isNamed = false;
    return this;
  }

  /** Sends the statement now instead of when it is awaited. */
  execute(): this {
    // The error is reported when the statement is awaited.
    this.#send().catch(() => {});
    return this;
  }

  #send(): Promise<Rows<T>> {
    this.#rows ??= this.#run(this as unknown as Statement);
    return this.#rows as unknown as Promise<Rows<T>>;
  }

  // biome-ignore lint/suspicious/noThenProperty: a statement can be awaited.
  then<A = Rows<T>, B = never>(
    onRows?: ((rows: Rows<T>) => A | PromiseLike<A>) | null,
    onError?: ((error: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    return this.#send().then(onRows, onError);
  }

  catch<B = never>(onError: (error: unknown) => B | PromiseLike<B>): Promise<Rows<T> | B> {
    return this.then(null, onError);
  }

  finally(done?: (() => void) | null): Promise<Rows<T>> {
    return this.then().finally(done);
  }

  write(into: Query): void {
    const values = this.#values;
    into.text += this.#strings[0];
    if (this.#strings.length === 1) {
      into.values.push(...values);
      return;
    }
    for (let n = 0; n < values.length; n++) {
      const value = values[n]!;
      if (value instanceof Statement || value instanceof Written) value.write(into);
      else into.text += parameter(into, value);
      into.text += this.#strings[n + 1];
    }
  }

  /** Sends it on a connection of the pool that `names` belongs to. */
  async on(client: Client, names: Names): Promise<Rows> {
    const parts: Query = { text: '', values: [] };
    this.write(parts);
    const { text, values } = parts;
    // Without parameters and name it may contain several statements, like a migration.
    const isNamed = this.#isNamed && (this.#strings.length > 1 || values.length > 0);
    const name = isNamed ? nameOf(names, text) : undefined;
    const query = { text, values, rowMode: 'array' as const, ...(name ? { name } : {}) };
    sendTogether(client);
    const result = await client.query(query).catch((error: unknown) => Promise.reject(withCode(error)));
    const { fields, rows, rowCount } = Array.isArray(result) ? result.at(-1)! : result;
    const columns = (fields ?? []).map((field: { name: string }) => toCamel(field.name));
    // Not enumerable, so that rows compare and print as a plain list.
    return Object.defineProperty(rows.map(rowOf(columns)), 'count', { value: rowCount ?? rows.length }) as Rows;
  }
}

/**
 * Sends statements that are issued together on a connection in one write, so that the database wakes up once: a batch of
 * reports has a dozen statements.
 */
export function sendTogether({ connection: { stream } }: Client): void {
  if (stream.writableCorked > 0) return;
  stream.cork();
  process.nextTick(() => stream.uncork());
}

/**
 * Sets one code on errors about lost connections: the driver's have none and the system's are shared with other connections,
 * unlike those of the database.
 */
export function withCode(error: unknown): unknown {
  if (error instanceof Error && (!('code' in error) || /^E[A-Z]+$/.test(String(error.code))))
    Object.assign(error, { code: 'CONNECTION_LOST' });
  return error;
}

function rowOf(columns: readonly string[]): (values: unknown[]) => Record<string, unknown> {
  return (values) => {
    const row: Record<string, unknown> = {};
    for (let n = 0; n < columns.length; n++) row[columns[n]!] = values[n];
    return row;
  };
}

function parameter(into: Query, value: unknown): string {
  if (value === undefined) throw new TypeError(`a parameter is undefined after: ${into.text.slice(-100)}`);
  into.values.push(typeof value === 'bigint' ? String(value) : value);
  return `$${into.values.length}`;
}

const quoted = (name: string): string => `"${toSnake(name).replaceAll('"', '""')}"`;

function written(given: string | object | readonly unknown[]): Written {
  if (typeof given === 'string') return new Written((into) => (into.text += quoted(given)));
  return new Written((into) => {
    if (/\bin\s*$/i.test(into.text)) {
      into.text += `(${(given as readonly unknown[]).map((value) => parameter(into, value)).join(', ')})`;
      return;
    }
    const write = (value: unknown): string => {
      if (!(value instanceof Written)) return parameter(into, value);
      const inner: Query = { text: '', values: into.values };
      value.write(inner);
      return inner.text;
    };
    if (/\bset\s*$/i.test(into.text)) {
      into.text += Object.entries(given)
        .map(([column, value]) => `${quoted(column)} = ${write(value)}`)
        .join(', ');
      return;
    }
    const rows = (Array.isArray(given) ? given : [given]) as Record<string, unknown>[];
    const columns = Object.keys(rows[0] ?? {});
    into.text += `(${columns.map(quoted).join(', ')}) values `;
    into.text += rows.map((row) => `(${columns.map((column) => write(row[column])).join(', ')})`).join(', ');
  });
}

export function templateOn(run: Run): Template {
  const template = (given: TemplateStringsArray | string | object, ...values: Value[]) =>
    Array.isArray(given) && 'raw' in given
      ? new Statement(run, given as unknown as TemplateStringsArray, values)
      : written(given);
  return Object.assign(template, {
    unsafe: (text: string, values: readonly Value[] = []) => new Statement(run, [text], values),
    json: (value: unknown) => new Written((into) => (into.text += parameter(into, JSON.stringify(value)))),
  }) as Template;
}
