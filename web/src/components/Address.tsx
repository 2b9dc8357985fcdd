// An e-mail address that breaks behind its @ where there is no room for all of it.
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
