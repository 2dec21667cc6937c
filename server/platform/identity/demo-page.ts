/** An account that the demo sign-in offers. */
export interface DemoAccount {
  email: string;
  name: string;
  /** The text below the name. */
  about: string;
  roles: string[];
}

const escape = (text: string): string =>
  text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

const style = `
:root { color-scheme: light dark; --paper: #f6f7f5; --card: #fff; --ink: #16302d; --soft: #4b615e; --line: #c9d3d0; --brand: #17625c; --warn: #fdf1dc; --warn-ink: #6b4208 }
@media (prefers-color-scheme: dark) { :root { --paper: #101816; --card: #18221f; --ink: #e6efec; --soft: #a9bab6; --line: #37453f; --brand: #6cc5ba; --warn: #3a2c12; --warn-ink: #f6d9a6 } }
body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.45 system-ui, sans-serif }
main { max-width: 26rem; margin: 0 auto; padding: 1.5rem 1rem }
h1 { font-size: 1.3rem; margin: 0 0 .25rem }
p { margin: .25rem 0 1rem; color: var(--soft) }
.demo { background: var(--warn); color: var(--warn-ink); border-radius: .5rem; padding: .5rem .75rem; font-size: .9rem }
form { margin: 0 }
.account { display: block; width: 100%; text-align: left; background: var(--card); color: inherit; border: 1px solid var(--line); border-radius: .6rem; padding: .7rem .9rem; margin: 0 0 .6rem; font: inherit; cursor: pointer }
.account:hover { border-color: var(--brand) }
.account b { display: block }
.account span { color: var(--soft); font-size: .9rem }
label { display: block; margin: 1rem 0 .3rem; font-weight: 600 }
.other { display: flex; gap: .5rem }
input { flex: 1; min-width: 0; font: inherit; padding: .5rem .7rem; border: 1px solid var(--soft); border-radius: .5rem; background: var(--card); color: inherit }
.other button { font: inherit; padding: .5rem 1rem; border: 0; border-radius: .5rem; background: var(--brand); color: var(--paper); cursor: pointer }
:focus-visible { outline: 3px solid var(--brand); outline-offset: 2px }
`;

export const pageStyle = style;

/** The account picker; plain HTML without scripts. */
export function pickerPage(action: string, accounts: DemoAccount[]): string {
  const rows = accounts
    .map(
      ({ email, name, about }) =>
        `<button class="account" name="email" value="${escape(email)}">` +
        `<b>${escape(name)}</b><span>${escape(about)} · ${escape(email)}</span></button>`,
    )
    .join('\n');
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Pick an account</title>
<link rel="stylesheet" href="/idp/style.css"></head>
<body><main>
<h1>Pick an account</h1>
<p class="demo">This is the demo sign-in. It asks for no password and only serves this computer.</p>
<form method="post" action="${escape(action)}">
${rows}
</form>
<form method="post" action="${escape(action)}">
<label for="email">Another e-mail address</label>
<div class="other"><input id="email" name="email" type="email" required autocomplete="email"><button>Continue</button></div>
</form>
</main></body></html>`;
}

/** Logout: the application requested it, so the form submits itself. */
export const logoutPage = (form: string): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Logging out</title>
<link rel="stylesheet" href="/idp/style.css"><script src="/idp/logout.js" defer></script></head>
<body><main><h1>Logging out</h1>${form}
<p class="other"><button form="op.logoutForm" name="logout" value="yes">Continue</button></p>
</main></body></html>`;

export const logoutScript = "document.querySelector('button').click();";
