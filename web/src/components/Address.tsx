// An e-mail address that may wrap after its @.
export function Address({ of }: { of: string }) {
  const [name, ...host] = of.split('@');
  return host.length === 0 ? (
    of
  ) : (
    <>
      {name}@<wbr />
      {host.join('@')}
    </>
  );
}
