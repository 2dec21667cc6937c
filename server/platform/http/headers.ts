/** A year: a browser that has seen the header opens the address by TLS only. */
const secondsOnTls = 31_536_000;

const noneOf = (...features: string[]) => features.map((feature) => `${feature}=()`).join(', ');
const neverUsed = noneOf('microphone', 'geolocation', 'usb', 'serial', 'payment');

/** The roll that is being taken and the page at the door, whose cameras read cards (R-CAM-2). */
const readsCodes = /^\/(attendance\/add(\/?$|\/?\?)|door\/)/;

/** No other page needs more device access than screen and keyboard; a card reader types. */
export const permissionsPolicy = (url: string): string =>
  `${readsCodes.test(url) ? 'camera=(self)' : noneOf('camera')}, ${neverUsed}`;

/** Reads codes where the browser does not: WebAssembly, which is no script of the page. */
const ownScripts = ({ url = '' }: { url?: string }): string =>
  readsCodes.test(url) ? "'self' 'wasm-unsafe-eval'" : "'self'";

/** API responses are data, never a page, and belong to the caller only. */
const ofData = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
};

/** @param secure whether the public address uses TLS. */
export const answerHeaders = (secure: boolean) => ({
  ...ofData,
  ...(secure && { 'strict-transport-security': `max-age=${secondsOnTls}` }),
});

/**
 * A popup that the sign-in shows must find the page that opened it when it comes back, also from a
 * provider of another origin, whose pages have no policy: the callback has none either, nor have the
 * pages of the demo's provider.
 */
const ofSignIn = /^\/(auth\/callback\/?($|[?#])|idp\/)/;

/** Who may keep a reference to the page's window: popups that it opens. */
const openerPolicy = (url: string): string =>
  ofSignIn.test(url) ? 'unsafe-none' : 'same-origin-allow-popups';

/** Headers of pages that depend on their address. */
export const headersByAddress = (url: string) => ({
  'permissions-policy': permissionsPolicy(url),
  'cross-origin-opener-policy': openerPolicy(url),
});

/**
 * The page may call the identity provider.
 * @param scripts sources of the page's inline scripts in the policy: `'sha256-…'`.
 */
export function pageHeaders(authority: string, secure: boolean, scripts: string[]) {
  return {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: [ownScripts, ...scripts],
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        fontSrc: ["'self'"],
        connectSrc: ["'self'", new URL(authority).origin],
        frameSrc: [new URL(authority).origin],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    // By address: `openerPolicy`.
    crossOriginOpenerPolicy: false as const,
    referrerPolicy: { policy: 'same-origin' as const },
    strictTransportSecurity: secure ? { maxAge: secondsOnTls } : false,
  };
}
