const key = 'qr_claim';
let scanned: string | null | undefined;

/**
 * The text after the `#`, once: it leaves the address, so that it is neither shared nor sent again
 * by going back.
 */
export function takeScan(): string | null {
  if (scanned === undefined) {
    scanned = location.hash.slice(1) || null;
    if (scanned !== null) history.replaceState(null, '', location.pathname);
    return scanned;
  }
  return null;
}

/** The claim of this browser, until somebody has signed in. */
export const storedClaim = (): string | null => sessionStorage.getItem(key);

export function storeClaim(claim: string | null): void {
  if (claim === null) sessionStorage.removeItem(key);
  else sessionStorage.setItem(key, claim);
}
