// Claim: bytes transferred for the sign-in page, the plant list and a plant with its chart, cold, from the running server to a real browser.
// `node bench/bundle.ts --each` lists all transferred files.
import { kilobytes, pagesOnTheWire } from './wire.ts';
import { table } from './world.ts';

const pages = await pagesOnTheWire();
if (process.argv.includes('--each')) {
  for (const { what, came } of pages) {
    console.log(`${what}:`);
    for (const { bytes, kind, path } of came.toSorted((one, other) => other.bytes - one.bytes))
      console.log(`${String(bytes).padStart(8)} ${kind.padEnd(10)} ${path}`);
  }
}
table(
  pages.map(({ what, mostKb, came }) => {
    const sum = (...kinds: string[]) => kilobytes(came.filter(({ kind }) => kinds.includes(kind))).toFixed(1);
    return {
      what,
      'all, KB': kilobytes(came).toFixed(1),
      'at most': mostKb,
      'scripts and styles': sum('Script', 'Stylesheet'),
      fonts: sum('Font'),
      'answers of calls': sum('Fetch', 'XHR'),
      files: came.length,
    };
  }),
);
process.exit(pages.every(({ mostKb, came }) => kilobytes(came) < mostKb) ? 0 : 1);
