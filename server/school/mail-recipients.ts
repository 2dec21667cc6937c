/** Mail servers relay `name%elsewhere@ours` and `elsewhere!name@ours` (Postfix does by default). */
const namesRoute = /[%!]/;

/** Mails go to the institute's own domains only, if the operator has configured them. */
export function mayBeMailedTo(email: string, domains: string[]): boolean {
  const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase();
  return domains.length === 0 || (domains.includes(domain) && !namesRoute.test(email));
}
