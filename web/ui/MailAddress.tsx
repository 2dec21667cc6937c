/** An e-mail address, which breaks behind its @ before it breaks anywhere else. */
export function MailAddress({ of }: { of: string }) {
  const at = of.indexOf('@') + 1;
  return (
    <>
      {of.slice(0, at)}
      <wbr />
      {of.slice(at)}
    </>
  );
}
