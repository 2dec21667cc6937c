import { build, type Plugin, type Rolldown } from 'vite';
import { endpointsOfBrowser } from './endpoints.ts';

/** The position in the page: after the character set, before all resources. */
const place = '<!-- boot -->';

/**
 * Inlines a script into the page: it runs before any file has loaded, sends the first requests and
 * preloads the chunks of the address. The server allows it by its hash
 * (`server/admin/pages/routes.ts`).
 * @param entry the script's file, bundled with its imports.
 * @param chunks whose files the script may name: `chunkFiles[name]`.
 */
export function bootInPage(entry: string, chunks: string[]): Plugin {
  let serving = false;
  return {
    name: 'boot-in-page',
    configResolved: (config) => void (serving = config.command === 'serve'),
    transformIndexHtml: {
      order: 'post',
      async handler(html, { bundle = {}, path }): Promise<string> {
        // In development the pages of students, doors and developers are served, too.
        if (serving && path !== '/index.html') return html;
        if (!html.includes(place)) throw new Error(`The page has no ${place}.`);
        const files = serving
          ? {}
          : Object.fromEntries(chunks.map((name) => [name, filesOf(name, bundle)]));
        const script = await bundled(entry, { chunkFiles: JSON.stringify(files) });
        return html.replace(place, () => `<script>${script}</script>`);
      },
    },
  };
}

async function bundled(entry: string, define: Record<string, string>): Promise<string> {
  const made = await build({
    configFile: false,
    plugins: [endpointsOfBrowser()],
    logLevel: 'error',
    define,
    build: {
      write: false,
      modulePreload: false,
      target: 'es2022',
      rolldownOptions: { input: entry, output: { format: 'iife' } },
    },
  });
  if (!('output' in made)) throw new Error(`${entry} was not built into one output.`);
  const [chunk] = made.output;
  if (chunk.code.includes('</script')) throw new Error(`${entry} would end its own script.`);
  return chunk.code.trim();
}

/** The file of a chunk and the files of its imports. */
function filesOf(name: string, bundle: Rolldown.OutputBundle): string[] {
  const found = Object.values(bundle).find((it) => it.type === 'chunk' && it.name === name);
  const open = found ? [found.fileName] : [];
  for (const file of open) {
    const it = bundle[file];
    if (it?.type === 'chunk')
      open.push(...it.imports.filter((imported) => !open.includes(imported) && bundle[imported]));
  }
  return open.map((file) => `/${file}`);
}
