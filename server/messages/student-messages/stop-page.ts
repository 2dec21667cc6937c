import { createHash } from 'node:crypto';
import { permissionsPolicy } from '#server/platform/http/headers.ts';
import { escaped } from './text.ts';

const style = `
:root { color-scheme: light dark; --paper: #f6f7f5; --card: #fff; --ink: #16302d; --line: #c9d3d0; --brand: #17625c; --on: #fff }
@media (prefers-color-scheme: dark) { :root { --paper: #101816; --card: #18221f; --ink: #e6efec; --line: #37453f; --brand: #6cc5ba; --on: #101816 } }
body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.5 system-ui, sans-serif }
main { max-width: 30rem; margin: 8vh auto; padding: 1.5rem; background: var(--card); border: 1px solid var(--line); border-radius: .75rem }
h1 { font-size: 1.3rem; margin: 0 0 .75rem }
p { overflow-wrap: anywhere }
button { font: inherit; font-weight: 600; padding: .6rem 1.2rem; border: 0; border-radius: .5rem; background: var(--brand); color: var(--on); cursor: pointer }
:focus-visible { outline: 3px solid var(--brand); outline-offset: 2px }
@media (max-width: 34rem) { body { background: var(--card) } main { margin: 0; border: 0; border-radius: 0 } }
`;

/** The page runs no script and loads nothing. */
export const stopPageHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
  // The link is the right to stop. Without any, the form has no origin, which a demo refuses.
  'referrer-policy': 'same-origin',
  'permissions-policy': permissionsPolicy(''),
  'x-robots-tag': 'noindex',
};

/** What the page says: it asks, has stopped the messages, or the link is none of the present address. */
export type StopState = 'asks' | 'stopped' | 'over';

const texts: Record<StopState, { title: string; text: string }> = {
  asks: {
    title: 'Stop messages about absences?',
    text: 'No messages about absences go to the address any more that this link was sent to.',
  },
  stopped: {
    title: 'The messages are stopped',
    text: 'No messages about absences go to this address any more. The institute sees that you have stopped them, and can send them again where you ask for it.',
  },
  over: {
    title: 'This link is not valid',
    text: 'It is damaged, or was sent to an address to which no messages go any more. Open it again from the latest message.',
  },
};

/** The page of a stop link, plain HTML without names. */
export function stopPage(
  state: StopState,
  { title, contact }: { title: string; contact: string },
): string {
  const { title: heading, text } = texts[state];
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escaped(heading)} – ${escaped(title)}</title>
<style>${style}</style></head>
<body><main>
<p>${escaped(title)}</p>
<h1>${escaped(heading)}</h1>
<p${state === 'asks' ? '' : ' role="status"'}>${escaped(text)}</p>
${state === 'asks' ? '<form method="post"><button>Stop the messages</button></form>' : ''}
<p>${escaped(contact)}</p>
</main></body></html>`;
}
