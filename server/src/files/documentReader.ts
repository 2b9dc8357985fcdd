// A program of its own: takes a file's bytes, says whether it is what its name's ending says, and writes its text by parts. It may read nothing but its own code, and has an end to its memory.
import { documentTexts, type Order } from './documentTexts.ts';

const chunks: Buffer[] = [];
for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
const order = JSON.parse(process.argv[2] ?? '') as Order;
// A library that writes of what it finds odd would be read as the answer.
for (const way of ['log', 'info', 'warn', 'error', 'debug'] as const) console[way] = () => {};
process.stdout.write(JSON.stringify(await documentTexts(new Uint8Array(Buffer.concat(chunks)), order)));
