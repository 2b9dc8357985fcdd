// Looks serial numbers up as they are added, each once, and keeps what was answered.
import { useEffect, useRef, useState } from 'react';
import { post } from '../../api/post.ts';
import type { Lookup, Product } from './devices.ts';

export interface Lookups {
  bySn: ReadonlyMap<string, Lookup>;
  products: readonly Product[];
  error: unknown;
  retry: () => void;
}

export function useLookups(serialNumbers: readonly string[]): Lookups {
  const [bySn, setBySn] = useState<ReadonlyMap<string, Lookup>>(new Map());
  const [products, setProducts] = useState<readonly Product[]>([]);
  const [error, setError] = useState<unknown>(null);
  const [tries, setTries] = useState(0);
  const asked = useRef(new Set<string>());
  const key = serialNumbers.join(' ');

  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the list, whose identity changes often
  useEffect(() => {
    const missing = serialNumbers.filter((sn) => !asked.current.has(sn));
    if (missing.length === 0) return;
    for (const sn of missing) asked.current.add(sn);
    setError(null);
    post('product/sn', { sn: missing }).then(
      (answer) => {
        setBySn((before) => new Map([...before, ...answer.list.map((each) => [each.sn, each] as const)]));
        setProducts(answer.products);
      },
      (reason) => {
        for (const sn of missing) asked.current.delete(sn);
        setError(reason);
      },
    );
  }, [key, tries]);
  return { bySn, products, error, retry: () => setTries(tries + 1) };
}
