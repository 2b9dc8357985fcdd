// A program of its own: takes a file's bytes, says whether it is what its name's ending says, and writes its text by parts. It may read nothing but its own code, and has an end to its memory.
import { documentTexts, type Order } from './texts.ts';

const order = JSON.parse(process.argv[2] ?? '') as Order;
// In one place from the start: a large file does not stand here twice.
const bytes = new Uint8Array(order.bytes);
let length = 0;
for await (const chunk of process.stdin) {
  bytes.set(chunk as Buffer, length);
  length += (chunk as Buffer).length;
}
if (length !== order.bytes) throw new Error(`${length} bytes of ${order.bytes}`);
// A library that writes of what it finds odd would be read as the answer.
for (const way of ['log', 'info', 'warn', 'error', 'debug'] as const) console[way] = () => {};
process.stdout.write(JSON.stringify(await documentTexts(bytes, order)));
