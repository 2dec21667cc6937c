import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { guideHtml, guideIndex } from './guide-html.ts';
import { readGuides } from './read-guide.ts';

const types: Record<string, string> = {
  html: 'text/html; charset=utf-8',
  css: 'text/css; charset=utf-8',
  png: 'image/png',
};

/** The files of the guide by their path below `/guide/`. */
function guideFiles(folder: string): Map<string, string | Uint8Array> {
  const all = readGuides(folder);
  const pictures = readdirSync(join(folder, 'pictures')).filter((file) => file.endsWith('.png'));
  return new Map<string, string | Uint8Array>([
    ...all.map((page) => [`${page.name}.html`, guideHtml(page, all)] as const),
    ['index.html', guideIndex(all)],
    ['guide.css', readFileSync(join(import.meta.dirname, 'guide.css'), 'utf8')],
    ...pictures.map(
      (file) => [`pictures/${file}`, readFileSync(join(folder, 'pictures', file))] as const,
    ),
  ]);
}

/** `docs/guide` as static pages at `/guide/NAME.html` (R-GUIDE-1). */
export function guide(folder: string): Plugin {
  return {
    name: 'guide',
    generateBundle() {
      for (const [path, source] of guideFiles(folder))
        this.emitFile({ type: 'asset', fileName: `guide/${path}`, source });
    },
    configureServer(server) {
      server.middlewares.use('/guide/', (request, response, next) => {
        const path = (request.url ?? '').replace(/^\//, '').replace(/[?#].*/, '') || 'index.html';
        const source = guideFiles(folder).get(path);
        if (source === undefined) return next();
        response.setHeader('content-type', types[path.slice(path.lastIndexOf('.') + 1)] ?? '');
        response.end(source);
      });
    },
  };
}
