// Separate program that reads a file from stdin, checks that its content matches the type of its name, and writes its text in parts. It may read only its own code, and its memory is limited.
import { documentTexts, type Order } from './texts.ts';

const order = JSON.parse(process.argv[2] ?? '') as Order;
// Allocated once, so that a large file is not in memory twice.
const bytes = new Uint8Array(order.bytes);
let length = 0;
for await (const chunk of process.stdin) {
  bytes.set(chunk as Buffer, length);
  length += (chunk as Buffer).length;
}
if (length !== order.bytes) throw new Error(`${length} bytes of ${order.bytes}`);
// Warnings written by a library would be read as part of the answer.
for (const method of ['log', 'info', 'warn', 'error', 'debug'] as const) console[method] = () => {};
process.stdout.write(JSON.stringify(await documentTexts(bytes, order)));
