// Looks up serial numbers as they are added, each once, and caches the results; without a connection when it returns, with the stored list of products until then.
import { useEffect, useRef, useState } from 'react';
import { useIsLost } from '../../api/connection.ts';
import { post } from '../../api/post.ts';
import { useCall } from '../../api/useCall.ts';
import { ALL_PRODUCTS } from '../../offline/storedCalls.ts';
import type { Lookup, Product } from './devices.ts';

export interface Lookups {
  bySn: ReadonlyMap<string, Lookup>;
  products: readonly Product[];
  /** There is no connection: what was not looked up is checked later. */
  isLost: boolean;
  /** Null while the connection is lost. */
  error: unknown;
  retry: () => void;
}

export function useLookups(serialNumbers: readonly string[]): Lookups {
  const [bySn, setBySn] = useState<ReadonlyMap<string, Lookup>>(new Map());
  const [products, setProducts] = useState<readonly Product[]>();
  const [error, setError] = useState<unknown>(null);
  const [attempts, setAttempts] = useState(0);
  const requested = useRef(new Set<string>());
  const isLost = useIsLost();
  const stored = useCall('product/sn', ALL_PRODUCTS, { enabled: isLost });
  const key = serialNumbers.join(' ');

  // biome-ignore lint/correctness/useExhaustiveDependencies: the key represents the list, whose identity changes often
  useEffect(() => {
    const missing = serialNumbers.filter((sn) => !requested.current.has(sn));
    if (missing.length === 0 || isLost) return;
    for (const sn of missing) requested.current.add(sn);
    setError(null);
    post('product/sn', { sn: missing }).then(
      (result) => {
        setBySn((current) => new Map([...current, ...result.list.map((lookup) => [lookup.sn, lookup] as const)]));
        setProducts(result.products);
      },
      (reason) => {
        for (const sn of missing) requested.current.delete(sn);
        setError(reason);
      },
    );
  }, [key, attempts, isLost]);
  return {
    bySn,
    products: products ?? stored.data?.products ?? [],
    isLost,
    error: isLost ? null : error,
    retry: () => setAttempts(attempts + 1),
  };
}
